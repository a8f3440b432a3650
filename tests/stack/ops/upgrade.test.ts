import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, test as base, beforeAll, describe, expect } from 'vitest'
import { describeStack, newBuild } from '../../support/fixtures/stack.ts'
import { ROOT } from '../../support/repository.ts'
import { copyVersion, makeNextVersion } from '../../support/stack/next-version.ts'
import { signUp } from '../../support/stack/sign-up.ts'
import { psql, type Stack } from '../../support/stack/stack.ts'
import { everybody, rows } from '../../support/stack/tables.ts'
import { upgrades } from '../../support/stack/upgrade.ts'

// Compose labels an image with its project: an upgrade would replace a borrowed image of nginx.
const test = base
  .extend('stack', { scope: 'file' }, newBuild({ settings: { RATE_LIMIT_MAX: '1000000' } }))
  .extend('upgrades', { scope: 'file' }, ({ stack }) => upgrades(stack))

describeStack('an upgrade', () => {
  describe('that cannot succeed', () => {
    /** Upgrades until a step begins, and then sends a signal to all processes of the upgrade. */
    const interrupt = (stack: Stack, signal: string, step: string) =>
      stack.shell(
        `set -m
      log=$(mktemp)
      ./waitlist upgrade >"$log" 2>&1 &
      until grep -q 'upgrade: ${step}' "$log"; do kill -0 $!; sleep 0.1; done
      sleep 1
      kill -${signal} -- -$!
      wait $! || cat "$log"
      rm "$log"`,
      )

    test('an upgrade to a version that nginx refuses leaves the images, the containers and the database', async ({
      stack,
      upgrades: { containers, upgrade, whileVisited },
    }) => {
      const state = async () => ({
        images: await stack.shell(
          `docker images --no-trunc --format '{{.Repository}} {{.ID}}' "$COMPOSE_PROJECT_NAME-*" | sort`,
        ),
        containers: await containers(),
        migrations: await rows(stack, 'SELECT name FROM pgmigrations ORDER BY name'),
      })
      const before = await state()
      const tree = await copyVersion()
      const migration = 'ALTER TABLE people ADD COLUMN later text;'
      await writeFile(join(tree, 'migrations/9998_later.sql'), `${migration}\n`)
      const settings = { REAL_IP_FROM: '203.0.113.0/33' }
      await whileVisited(async () => {
        await expect(upgrade({ tree, settings })).rejects.toMatchObject({
          stdout: expect.stringContaining('upgrade: settings'),
          stderr: expect.stringMatching(/REAL_IP_FROM.*Nothing has changed/s),
        })
      })
      expect(await state()).toEqual(before)
      await stack.waitlist(['list'], { tree })
      await rm(tree, { recursive: true })
    }, 600_000)

    test.for([
      ['nginx with TLS', 'HTTP3', { COMPOSE_PROFILES: 'tls', HTTP3: 'yes' }],
      ['the API', 'RATE_LIMIT_MAX', { RATE_LIMIT_MAX: 'many' }],
    ] as const)(
      'an upgrade to a setting that %s cannot use names %s and changes nothing',
      async ([_, named, settings], { upgrades: { containers, upgrade, whileVisited } }) => {
        const before = await containers()
        await whileVisited(async () => {
          const { stdout, stderr } = await upgrade({ settings }).then(
            () => expect.unreachable('The upgrade succeeded.'),
            (error: { stdout: string; stderr: string }) => error,
          )
          expect(stdout + stderr).toContain(named)
        })
        expect(await containers()).toEqual(before)
      },
    )

    test.for(['build', 'start'])(
      'Ctrl-C in the step "%s" of an upgrade leaves the old version running',
      async (step, { stack, upgrades: { containers, whileVisited } }) => {
        const before = await containers()
        await whileVisited(async () => {
          expect(await interrupt(stack, 'INT', step)).toMatch(/the old version is running/i)
        })
        expect(await containers()).toEqual(before)
      },
    )

    test('an upgrade succeeds after one that was killed', async ({
      stack,
      upgrades: { containers, upgrade, whileVisited },
    }) => {
      await whileVisited(async () => {
        await interrupt(stack, 'KILL', 'start')
        await upgrade()
      })
      expect(await containers()).toHaveLength(3)
    })

    test('an upgrade removes the APIs that an earlier upgrade left broken or stopped', async ({
      stack,
      upgrades: { containers, upgrade, whileVisited },
    }) => {
      const broken = { settings: { RATE_LIMIT_MAX: 'many' } }
      await stack.shell('docker compose up --detach --no-recreate --scale api=3 api', broken)
      expect(await containers(), 'one working and two restarting APIs').toHaveLength(5)
      await stack.shell('docker stop "$(docker compose ps --quiet api | tail -n 1)"')
      await whileVisited(() => upgrade())
      expect(await containers()).toHaveLength(3)
      const all = await stack.shell('docker compose ps --all --quiet api')
      expect(all.trim().split('\n'), 'APIs, running or not').toHaveLength(1)
    })
  })

  test('an upgrade of a database whose tables the superuser owns hands them over, and no visitor sees an error', async ({
    stack,
    upgrades: { upgrade, whileVisited },
  }) => {
    const owners = `SELECT DISTINCT owner FROM (
        SELECT relowner::regrole::text AS owner FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')
        UNION SELECT proowner::regrole::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        UNION SELECT datdba::regrole::text FROM pg_database WHERE datname = 'waitlist'
      ) AS owned ORDER BY owner`
    // As an earlier version has made it.
    await psql(
      stack,
      'REASSIGN OWNED BY waitlist_owner TO waitlist; DROP OWNED BY waitlist_owner; DROP ROLE waitlist_owner',
    )
    // As docs/upgrade.md does it, before the way back to such a version.
    const [, trust = ''] =
      /sh -c '(sed .*)'/.exec(readFileSync(join(ROOT, 'docs/upgrade.md'), 'utf8')) ?? []
    await stack.compose('exec', '-T', 'db', 'sh', '-c', trust)
    const login = `
      const { default: pg } = await import('pg')
      await new pg.Client('postgres:///waitlist?host=/run/postgresql&user=waitlist').connect()
      process.exit()`
    await stack.compose('exec', '-T', 'worker', 'node', '--input-type=module', '--eval', login)
    expect(await rows(stack, owners)).toEqual(['waitlist'])
    await whileVisited(() => upgrade())
    expect(await rows(stack, owners)).toEqual(['waitlist_owner'])
    expect(await stack.waitlist(['stats', '--json'])).toContain('{')
  }, 600_000)

  describe('to the next version and back', () => {
    const landing = async (stack: Stack) => (await fetch(stack.url)).text()
    const assets = async (stack: Stack) => {
      const list = 'cd /srv/releases/current/site && find assets -name "*.js"'
      const files = await stack.compose('exec', '-T', 'nginx', 'sh', '-c', list)
      return files.trim().split('\n')
    }
    /** Stops or continues the loop that looks the replicas of the API up. */
    const lookups = (stack: Stack, signal: 'STOP' | 'CONT') => {
      const script = `for process in /proc/[0-9]*; do
      ! grep -q 'bin/[s]erve' "$process/cmdline" || kill -${signal} "\${process#/proc/}"
    done`
      return stack.compose('exec', '-T', 'nginx', 'sh', '-c', script)
    }
    /** The next version's migration adds a column, which stays after the way back. */
    const expectNewColumn = async (stack: Stack) =>
      expect(await rows(stack, 'SELECT next_version FROM people LIMIT 1')).toEqual(['\\N'])

    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
    })
    afterAll(() => rm(folder, { recursive: true }))

    test('during an upgrade and the way back, no visitor sees an error and no signup is lost', async ({
      stack,
      upgrades: { containers, upgrade, whileVisited },
    }) => {
      const backup = join(folder, 'earlier.gz')
      await signUp(stack.url, { email: 'erased-later@shop.example' })
      await signUp(stack.url, { email: 'lost-later@shop.example' })
      await stack.waitlist(['backup', backup])
      const before = await assets(stack)
      const [old] = await containers()
      const [earlier, tree] = [await copyVersion(), await makeNextVersion()]
      const next = { tree, settings: { BRAND_NAME: 'Nextkit' } }
      await whileVisited(async () => {
        await upgrade(next)
        await expect.poll(() => landing(stack)).toContain('Nextkit')
      })
      await expectNewColumn(stack)

      // A page that was opened before the upgrade asks for the files of its own version.
      const current = await assets(stack)
      const replaced = before.filter((path) => !current.includes(path))
      expect(replaced).not.toEqual([])
      for (const path of replaced) {
        const { status, headers } = await fetch(`${stack.url}/${path}`)
        expect([path, status]).toEqual([path, 200])
        expect(headers.get('cache-control')).toContain('immutable')
      }

      const upgraded = await containers()
      expect(upgraded).toHaveLength(3)
      expect(upgraded).not.toContain(old)
      await stack.shell('docker compose up --detach --wait', next)
      expect(await containers(), 'after an `up` that has nothing to do').toEqual(upgraded)

      await stack.waitlist(['erase', 'erased-later@shop.example', '--yes'])
      const kept = await everybody(stack)
      await psql(stack, "DELETE FROM people WHERE email = 'lost-later@shop.example'")
      expect(await everybody(stack)).toHaveLength(kept.length - 1)
      await stack.waitlist(['restore', backup])
      expect(await everybody(stack), 'after a restore from the old version').toEqual(kept)
      expect((await signUp(stack.url)).status).toBe(201)

      await whileVisited(async () => {
        // nginx learns late of the new API.
        await lookups(stack, 'STOP')
        const upgrading = upgrade({ tree: earlier })
        await expect.poll(containers, { timeout: 300_000 }).toHaveLength(4)
        await sleep(10_000)
        await lookups(stack, 'CONT')
        await upgrading
        await expect.poll(() => landing(stack)).not.toContain('Nextkit')
      })
      await expectNewColumn(stack)
      for (const folder of [earlier, tree]) await rm(folder, { recursive: true })
    })
  })
})
