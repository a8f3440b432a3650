// Guards upgrade.
// Runs by day if a change touches ops/upgrade, ops/database/, waitlist, nginx/release/,
// docker-compose.yml, Dockerfile, tests/support/stack/.

import { readFileSync } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect, onTestFinished } from 'vitest'
import { describeStack, newBuild } from '../../support/fixtures/stack.ts'
import { ROOT } from '../../support/repository.ts'
import { signUp } from '../../support/stack/sign-up.ts'
import { type Place, psql, type Stack } from '../../support/stack/stack.ts'
import { everybody, rows } from '../../support/stack/tables.ts'
import { startVisits } from '../../support/stack/visits.ts'
import { copyVersion, makeNextVersion } from './next-version.ts'

/** nginx reaches no API. */
const AWAY = ['502', '503', '504']

/** Ways to run and to watch `./waitlist upgrade`. */
function upgrades(stack: Stack) {
  return {
    /** The ids of the running containers. */
    containers: async () =>
      (await stack.shell('docker compose ps --quiet api db nginx')).trim().split('\n'),
    upgrade: (place: Place) => stack.shell('./waitlist upgrade', place),
    /**
     * Does some work while people read and join. Expects that each page comes, that a form learns at most that there
     * is no API, and that no signup is lost.
     */
    async whileVisited(work: () => Promise<unknown>): Promise<void> {
      const visits = startVisits(stack.url)
      await work().catch(async (error) => {
        await visits.stop()
        throw error
      })
      const before = visits.joined.length
      await expect.poll(() => visits.joined.length).toBeGreaterThan(before + 20)
      await visits.expectNobodyLost(stack, AWAY)
    },
  }
}

// Compose labels an image with its project: an upgrade would replace a borrowed image of nginx.
const test = base
  .extend('stack', { scope: 'file' }, newBuild({ settings: { RATE_LIMIT_MAX: '1000000' } }))
  .extend('upgrades', { scope: 'file' }, ({ stack }) => upgrades(stack))

describeStack('an upgrade', () => {
  /** A tree of its own, because an upgrade writes a backup into it. */
  const temporary = async (making: Promise<string>) => {
    const tree = await making
    onTestFinished(() => rm(tree, { recursive: true }))
    return tree
  }

  test('an upgrade to a version that nginx refuses leaves the containers and the database', async ({
    stack,
    upgrades: { containers, upgrade, whileVisited },
  }) => {
    const state = async () => ({
      containers: await containers(),
      migrations: await rows(stack, 'SELECT name FROM pgmigrations ORDER BY name'),
    })
    const before = await state()
    const tree = await temporary(copyVersion())
    const migration = 'ALTER TABLE people ADD COLUMN later text;'
    await writeFile(join(tree, 'migrations/9998_later.sql'), `${migration}\n`)
    const settings = { REAL_IP_FROM: '203.0.113.0/33' }
    await whileVisited(async () => {
      await expect(upgrade({ tree, settings })).rejects.toMatchObject({
        stdout: expect.stringContaining('upgrade: settings'),
        stderr: expect.stringMatching(/REAL_IP_FROM.*The old version is running/s),
      })
    })
    expect(await state()).toEqual(before)
  }, 600_000)

  test('an upgrade to a setting that the API refuses names it, keeps the pages, and the next one succeeds', async ({
    stack,
    upgrades: { upgrade },
  }) => {
    const tree = await temporary(copyVersion())
    await expect(upgrade({ tree, settings: { RATE_LIMIT_MAX: 'many' } })).rejects.toMatchObject({
      stderr: expect.stringMatching(/"start" has failed.*Or go back/s),
    })
    expect(await stack.compose('logs', 'api')).toContain('RATE_LIMIT_MAX')
    expect((await fetch(stack.url)).status).toBe(200)
    await upgrade({ tree })
    expect((await signUp(stack.url)).status).toBe(201)
  }, 600_000)

  test('an upgrade of a database whose tables the superuser owns hands them over', async ({
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
    const DATABASE_OWNER_URL = 'postgres:///waitlist?host=/run/postgresql&user=waitlist'
    await stack.shell('docker compose up --detach --wait --no-deps worker', {
      settings: { DATABASE_OWNER_URL },
    })
    expect(await rows(stack, owners)).toEqual(['waitlist'])
    const tree = await temporary(copyVersion())
    await whileVisited(() => upgrade({ tree }))
    expect(await rows(stack, owners)).toEqual(['waitlist_owner'])
    expect(await stack.waitlist(['stats', '--json'])).toContain('{')
  }, 600_000)

  const landing = async (stack: Stack) => (await fetch(stack.url)).text()
  const assets = async (stack: Stack) => {
    const list = 'cd /srv/releases/current/site && find assets -name "*.js"'
    const files = await stack.compose('exec', '-T', 'nginx', 'sh', '-c', list)
    return files.trim().split('\n')
  }
  /** The next version's migration adds a column, which stays after the way back. */
  const expectNewColumn = async (stack: Stack) =>
    expect(await rows(stack, 'SELECT next_version FROM people LIMIT 1')).toEqual(['\\N'])

  test('during an upgrade and the way back, pages are read and no signup is lost', async ({
    stack,
    upgrades: { containers, upgrade, whileVisited },
  }) => {
    await signUp(stack.url, { email: 'erased-later@shop.example' })
    await signUp(stack.url, { email: 'lost-later@shop.example' })
    const before = await assets(stack)
    const [old] = await containers()
    const earlier = await temporary(copyVersion())
    const tree = await temporary(makeNextVersion())
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

    const [name = ''] = await readdir(join(tree, 'backups'))
    const backup = join(tree, 'backups', name)
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
    await stack.waitlist(['erase', 'erased-later@shop.example', '--yes'])
    const kept = await everybody(stack)
    await psql(stack, "DELETE FROM people WHERE email = 'lost-later@shop.example'")
    expect(await everybody(stack)).toHaveLength(kept.length - 1)
    await stack.waitlist(['restore', backup])
    expect(await everybody(stack), 'after a restore of the backup that the upgrade made').toEqual(
      kept,
    )

    await whileVisited(async () => {
      await upgrade({ tree: earlier })
      await expect.poll(() => landing(stack)).not.toContain('Nextkit')
    })
    await expectNewColumn(stack)
  })

  test('an upgrade of a stack that does not run changes nothing, and names the other command', async ({
    stack,
    upgrades: { containers, upgrade },
  }) => {
    const before = await containers()
    await stack.compose('stop', 'worker')
    const tree = await temporary(copyVersion())
    await expect(upgrade({ tree })).rejects.toMatchObject({
      stderr: expect.stringMatching(/"backup" has failed.*docker compose up --build/s),
    })
    expect(await containers()).toEqual(before)
    expect(await readdir(join(tree, 'backups'))).toEqual([])
  })
})
