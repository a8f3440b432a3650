import { test as base, expect } from 'vitest'
import { readVersion } from '../../../api/src/system/version.ts'
import { describeStack, newImages, sharedStacks } from '../support/test.ts'

/**
 * A separate project, because another file's `compose exec` could otherwise choose a container that `compose run`
 * started here.
 */
const test = base.extend('stack', { scope: 'file' }, newImages())

/** An image in the output of `docker image inspect`. */
interface Image {
  readonly Config: { readonly Labels: Readonly<Record<string, string>> }
}

describeStack('the images', () => {
  test('every image is labelled with the version, and images that contain our code also with the commit', async ({
    stack,
  }) => {
    const { project, settings } = sharedStacks().images
    const shown = await stack.shell(`docker image inspect ${project}-{api,site,nginx,certificate}`)
    const labels = (JSON.parse(shown) as Image[]).map(({ Config }) => Config.Labels)
    const { version } = readVersion()
    // The last two images stay the same while only the code changes, so an upgrade does not restart their containers.
    const commits = [settings?.['COMMIT'], settings?.['COMMIT'], 'unknown', 'unknown']
    for (const [index, commit] of commits.entries()) {
      expect(labels[index]).toMatchObject({
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.revision': commit,
      })
    }
  })

  test('a pod with only the API’s image can list the site’s sample content', async ({ stack }) => {
    // Without a database, the doctor reports a problem and exits with 1.
    const pod = 'docker run --rm --read-only --network none "$COMPOSE_PROJECT_NAME"-api'
    const shown = await stack.shell(`${pod} node api/src/owner.ts doctor --json || test $? = 1`)
    const findings = JSON.parse(shown) as { check: string; level: string; found: string }[]
    const samples = findings.filter(({ check }) => check === 'sample content')
    expect(samples.map(({ found }) => found)).toContain('BRAND_NAME')
    expect(new Set(samples.map(({ level }) => level))).toEqual(new Set(['to do']))
  })

  test('every service runs without root or new privileges, and writes only to memory and volumes', async ({
    stack,
  }) => {
    const names = await stack.compose('--profile', '*', 'config', '--services')
    const script = [
      'test "$(id -u)" != 0 && echo no root',
      // Even with `-xdev`, `find` prints the folders where memory and volumes are mounted.
      'find / -xdev -type d -writable ! -exec mountpoint -q {} \\; -print 2>/dev/null',
      "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status",
    ].join('; ')
    // nginx-tls mounts this folder. Docker would create it if it were missing.
    const settings = { TLS_DIR: '/dev/null', SCRIPT: script }
    // Otherwise, `run` would build the images of other profiles and print the build output.
    await stack.compose('--profile', '*', 'build', '--quiet')
    const run = 'docker compose --profile "*" run --rm --no-deps -T --entrypoint sh'
    const show = async (name: string) => {
      const shown = await stack.shell(`${run} ${name} -c "$SCRIPT"`, { settings })
      expect(shown.trim().split('\n'), name).toEqual([
        'no root',
        'CapEff:\t0000000000000000',
        'CapBnd:\t0000000000000000',
        'NoNewPrivs:\t1',
      ])
    }
    await Promise.all(names.trim().split('\n').map(show))
  })
})
