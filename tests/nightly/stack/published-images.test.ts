// Guards pulled-images.
// Runs by day if a change touches deploy/images.yml, deploy/upgrade, docker-compose.yml, Dockerfile,
// tests/stack/support/.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, onTestFinished } from 'vitest'
import { openStack, type Stack } from '../../stack/support/stack.ts'
import { describeStack, newImages } from '../../stack/support/test.ts'
import { describeUnless } from '../../support/describe-unless.ts'
import { findOnPath } from '../../support/on-path.ts'
import { freePort } from '../../support/ports.ts'
import { copyVersion } from './next-version.ts'

const IMAGES = ['api', 'site', 'nginx']

const program = findOnPath('docker-registry')

/** The reason why this machine can keep no registry, or undefined if it can. */
const missingRegistry =
  program === undefined ? 'there is no docker-registry on the PATH' : undefined

/** Starts a registry of images on this machine for a test. */
async function startRegistry() {
  if (program === undefined) throw new Error(missingRegistry)
  const folder = await mkdtemp(join(tmpdir(), 'registry-'))
  // An engine needs no TLS for a registry on its own machine.
  const host = `127.0.0.1:${await freePort()}`
  const config = join(folder, 'config.json')
  const storage = { filesystem: { rootdirectory: join(folder, 'images') } }
  await writeFile(config, JSON.stringify({ version: 0.1, storage, http: { addr: host } }))
  const child = spawn(program, ['serve', config], {
    stdio: 'ignore',
    env: { OTEL_TRACES_EXPORTER: 'none' },
  })
  await expect.poll(() => fetch(`http://${host}/v2/`).then(({ ok }) => ok, String)).toBe(true)
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
    await rm(folder, { recursive: true })
  })
  return host
}

const test = base.extend('stack', { scope: 'file' }, newImages())

describeStack('images of a registry', () => {
  /** Pushes the images under a tag, and removes them from this machine. */
  const push = async (stack: Stack, prefix: string, tag: string) => {
    for (const name of IMAGES) {
      const image = `${prefix}${name}:${tag}`
      // Another tag is another image, as another version is.
      await stack.shell(`
        printf 'FROM %s\\nLABEL tag=${tag}\\n' "$COMPOSE_PROJECT_NAME-${name}" | docker build --quiet --tag ${image} -
        docker push --quiet ${image}
        docker rmi ${image}`)
    }
  }
  const imagesOf = async (stack: Stack) => {
    const list = await stack.compose('ps', '--format', '{{.Image}}', 'api', 'worker', 'nginx')
    return [...new Set(list.trim().split('\n'))].sort()
  }

  describeUnless(missingRegistry, 'with a registry on this machine', () => {
    test('a stack starts from pulled images, and ./waitlist upgrade pulls the next version', async ({
      stack,
    }) => {
      const registry = await startRegistry()
      const project = (await stack.shell('echo "$COMPOSE_PROJECT_NAME"')).trim()
      const prefix = `${registry}/${project}-`
      const settings = { IMAGE_PREFIX: prefix, IMAGE_TAG: '1.0.0' }
      const files = ['deploy/images.yml']
      await push(stack, prefix, '1.0.0')
      await push(stack, prefix, '1.0.1')

      const pulled = openStack({ project, port: await freePort(), settings, files })
      onTestFinished(async () => {
        await pulled.compose('down', '--volumes', '--timeout', '0')
        await pulled.shell(`docker images --quiet '${prefix}*' | xargs docker rmi --force`)
      })
      await pulled.compose('up', '--detach', '--wait')
      expect((await fetch(pulled.url)).status).toBe(200)
      expect(await imagesOf(pulled)).toEqual([`${prefix}api:1.0.0`, `${prefix}nginx:1.0.0`])

      // An upgrade writes a backup into its folder.
      const tree = await copyVersion()
      onTestFinished(() => rm(tree, { recursive: true }))
      const next = { tree, settings: { IMAGE_TAG: '1.0.1' } }
      expect(await pulled.waitlist(['upgrade'], next)).toContain('upgrade: done.')
      expect(await imagesOf(pulled)).toEqual([`${prefix}api:1.0.1`, `${prefix}nginx:1.0.1`])
    })
  })
})
