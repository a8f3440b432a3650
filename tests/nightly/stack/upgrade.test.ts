// Runs by day if a change touches deploy/upgrade, deploy/owner.sql, waitlist, nginx/publish, nginx/serve,
// docker-compose.yml, Dockerfile, tests/stack/support/.

import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect, onTestFinished } from 'vitest'
import { signUp } from '../../stack/support/requests.ts'
import { bringUp, type Place, psql, type Stack } from '../../stack/support/stack.ts'
import { folded, rows } from '../../stack/support/tables.ts'
import { describeStack, forOneFile } from '../../stack/support/test.ts'
import { copyVersion, makeNextVersion } from './next-version.ts'
import { startVisits } from './visits.ts'

/** The statuses that nginx may send while the API restarts. */
const AWAY = ['502', '503', '504']

// Compose labels an image with its project, so an upgrade would replace an nginx image borrowed from another project.
const test = base.extend(
  'stack',
  { scope: 'file' },
  forOneFile({ settings: { RATE_LIMIT_MAX: '1000000' } }, (stack) =>
    bringUp(stack, 'up', '--build', '--detach', '--wait'),
  ),
)

describeStack('an upgrade', () => {
  /** All people, listed or quarantined. */
  const everybody = async (stack: Stack) => {
    await folded(stack)
    return rows(
      stack,
      `SELECT email, mailbox, answers, NULL AS honeypot, joined_at, corrected_at FROM people
       UNION ALL SELECT email, mailbox, answers, honeypot, joined_at, NULL FROM quarantine
       ORDER BY joined_at, mailbox`,
    )
  }
  const upgrade = (stack: Stack, place: Place) => stack.shell('./waitlist upgrade', place)
  const containers = async (stack: Stack) =>
    (await stack.shell('docker compose ps --quiet api db nginx')).trim().split('\n')
  const migrations = (stack: Stack) => rows(stack, 'SELECT name FROM pgmigrations ORDER BY name')

  /** A separate tree, because an upgrade writes a backup into it. */
  const temporary = async (making: Promise<string>) => {
    const tree = await making
    onTestFinished(() => rm(tree, { recursive: true }))
    return tree
  }

  /** Upgrades while people read and join. At worst, a form gets the error that the API is unavailable. */
  async function upgradeWhileVisited(stack: Stack, place: Place, isServed: () => Promise<boolean>) {
    const visits = startVisits(stack.url)
    try {
      await upgrade(stack, place)
      await expect.poll(isServed).toBe(true)
      const before = visits.joined.length
      await expect.poll(() => visits.joined.length).toBeGreaterThan(before + 20)
    } finally {
      await visits.stop()
    }
    await visits.expectNobodyLost(stack, AWAY)
  }

  test('an upgrade to a version that nginx refuses leaves containers and database unchanged', async ({
    stack,
  }) => {
    const before = [await containers(stack), await migrations(stack)]
    const tree = await temporary(copyVersion())
    const migration = 'ALTER TABLE people ADD COLUMN later text;\n'
    await writeFile(join(tree, 'migrations/9998_later.sql'), migration)
    const settings = { REAL_IP_FROM: '203.0.113.0/33' }
    await expect(upgrade(stack, { tree, settings })).rejects.toMatchObject({
      stderr: expect.stringMatching(/203\.0\.113\.0\/33.*The old version is running/s),
    })
    expect([await containers(stack), await migrations(stack)]).toEqual(before)
  }, 600_000)

  test('an upgrade to settings that the API refuses keeps pages online', async ({ stack }) => {
    const tree = await temporary(copyVersion())
    const settings = { RATE_LIMIT_MAX: 'many' }
    await expect(upgrade(stack, { tree, settings })).rejects.toMatchObject({
      stderr: expect.stringMatching(/"start" failed.*Or go back/s),
    })
    expect((await fetch(stack.url)).status).toBe(200)
    await upgrade(stack, { tree })
    expect((await signUp(stack.url)).status).toBe(201)
  }, 600_000)

  test('an upgrade and a rollback serve all pages and keep every signup', async ({ stack }) => {
    const isNext = async () => (await (await fetch(stack.url)).text()).includes('Nextkit')
    const assets = async () => {
      const list = 'cd /srv/releases/current/site && find assets -name "*.js"'
      const files = await stack.compose('exec', '-T', 'nginx', 'sh', '-c', list)
      return files.trim().split('\n')
    }
    await signUp(stack.url, { email: 'erased-later@shop.example' })
    await signUp(stack.url, { email: 'lost-later@shop.example' })
    const before = await assets()
    const earlier = await temporary(copyVersion())
    const tree = await temporary(makeNextVersion())
    const next = { tree, settings: { BRAND_NAME: 'Nextkit' } }
    await upgradeWhileVisited(stack, next, isNext)

    // A page that was opened before the upgrade requests the previous version's files.
    const current = await assets()
    const replaced = before.filter((path) => !current.includes(path))
    expect(replaced).not.toEqual([])
    for (const path of replaced) {
      expect((await fetch(`${stack.url}/${path}`)).status, path).toBe(200)
    }

    const upgraded = await containers(stack)
    await stack.shell('docker compose up --detach --wait', next)
    expect(await containers(stack), 'after an `up` that has nothing to do').toEqual(upgraded)

    const [name = ''] = await readdir(join(tree, 'backups'))
    const backup = join(tree, 'backups', name)
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
    await stack.waitlist(['erase', 'erased-later@shop.example', '--yes'])
    const kept = await everybody(stack)
    await psql(stack, "DELETE FROM people WHERE email = 'lost-later@shop.example'")
    expect(await everybody(stack)).toHaveLength(kept.length - 1)
    await stack.waitlist(['restore', backup])
    expect(await everybody(stack), 'after a restore of the backup').toEqual(kept)

    await upgradeWhileVisited(stack, { tree: earlier }, async () => !(await isNext()))
    // The next version's migration has added a column, which stays after going back to the earlier version.
    expect(await rows(stack, 'SELECT next_version FROM people LIMIT 1')).toEqual(['\\N'])
  })

  test('upgrading a stopped stack fails, and the message says which command to use', async ({
    stack,
  }) => {
    const before = await containers(stack)
    await stack.compose('stop', 'worker')
    const tree = await temporary(copyVersion())
    await expect(upgrade(stack, { tree })).rejects.toMatchObject({
      stderr: expect.stringMatching(/"backup" failed.*docker compose up --build/s),
    })
    expect(await containers(stack)).toEqual(before)
    expect(await readdir(join(tree, 'backups'))).toEqual([])
  })
})
