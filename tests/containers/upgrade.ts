import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeNextVersion } from './next-version.ts'
import { signUp } from './sign-up.ts'
import { type Place, psql, type Stack } from './stack.ts'
import { everybody, rows } from './tables.ts'
import { startVisits } from './visits.ts'

/** A new version by the command of docs/upgrade.md, while visitors keep coming. */
export function upgrade(running: () => Stack): void {
  const landing = async () => (await fetch(running().url)).text()
  const assets = async () => {
    const list = 'cd /srv/releases/current/site && find assets -name "*.js"'
    const files = await running().compose('exec', '-T', 'nginx', 'sh', '-c', list)
    return files.trim().split('\n')
  }
  const containers = async () =>
    (await running().shell('docker compose ps --quiet api db nginx')).trim().split('\n')
  const upgradeTo = (where?: Place) => running().shell('./waitlist upgrade', where)
  /** Upgrades until a step begins, and then sends a signal to all of its processes. */
  const interrupt = (signal: string, step: string) =>
    running().shell(
      `set -m
      log=$(mktemp)
      ./waitlist upgrade >"$log" 2>&1 &
      until grep -q 'upgrade: ${step}' "$log"; do kill -0 $!; sleep 0.1; done
      sleep 1
      kill -${signal} -- -$!
      wait $! || cat "$log"
      rm "$log"`,
    )
  const whileVisited = async (work: () => Promise<unknown>) => {
    const visits = startVisits(running().url)
    try {
      await work()
    } finally {
      await visits.expectNobodyLost(running())
    }
  }

  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
    await signUp(running().url, { email: 'erased-later@shop.example' })
    await signUp(running().url, { email: 'lost-later@shop.example' })
    await running().waitlist(['backup', join(folder, 'earlier.gz')])
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each([
    ['nginx', 'REAL_IP_FROM', { REAL_IP_FROM: '203.0.113.0/33' }],
    ['nginx with TLS', 'fullchain.pem', { COMPOSE_PROFILES: 'tls', TLS_DIR: tmpdir() }],
    ['the API', 'RATE_LIMIT_MAX', { RATE_LIMIT_MAX: 'many' }],
  ])(
    'an upgrade to a setting that %s cannot use says so and changes nothing',
    async (_, named, settings) => {
      const before = await containers()
      const said = async () => {
        const { stdout, stderr } = await upgradeTo({ settings }).then(
          () => expect.unreachable('it was upgraded'),
          (error: { stdout: string; stderr: string }) => error,
        )
        expect(stdout + stderr).toContain(named)
      }
      await whileVisited(said)
      expect(await containers()).toEqual(before)
    },
    180_000,
  )

  test('an upgrade is refused while no API is healthy', async () => {
    const before = await containers()
    await running().compose('stop', 'api')
    await expect(upgradeTo()).rejects.toThrow('No API is healthy')
    await running().compose('up', '--detach', '--wait')
    expect(await containers()).toEqual(before)
  }, 60_000)

  test.each(['build', 'start'])(
    'Ctrl-C in the step "%s" of an upgrade leaves the old version as it was',
    async (step) => {
      const before = await containers()
      await whileVisited(async () => {
        expect(await interrupt('INT', step)).toMatch(/the old version is running/i)
      })
      expect(await containers()).toEqual(before)
    },
    120_000,
  )

  test('an upgrade that was killed is run again', async () => {
    await whileVisited(async () => {
      await interrupt('KILL', 'start')
      await upgradeTo()
    })
    expect(await containers()).toHaveLength(3)
  }, 180_000)

  test('an upgrade removes the APIs that an earlier one left in pieces', async () => {
    const broken = { settings: { RATE_LIMIT_MAX: 'many' } }
    await running().shell('docker compose up --detach --no-recreate --scale api=3 api', broken)
    const left = await containers()
    expect(left, 'one that works, two that start again and again, and the others').toHaveLength(5)
    await running().shell('docker stop "$(docker compose ps --quiet api | tail -n 1)"')
    await whileVisited(() => upgradeTo())
    const after = await containers()
    expect(after).toHaveLength(3)
    const all = await running().shell('docker compose ps --all --quiet api')
    expect(all.trim().split('\n'), 'nor is there one that ended').toHaveLength(1)
  }, 120_000)

  test('an upgrade loses nobody and shows nobody an error', async () => {
    const stack = running()
    const before = await assets()
    const [old] = await containers()
    const tree = await makeNextVersion()
    const next = { tree, settings: { BRAND_NAME: 'Nextkit' } }
    await whileVisited(async () => {
      await upgradeTo(next)
      await expect.poll(landing, { timeout: 10_000 }).toContain('Nextkit')
    })
    expect(await rows(stack, 'SELECT next_version FROM signups LIMIT 1')).toEqual(['\\N'])

    // A page that was open all the while asks for its own version's files.
    const current = await assets()
    const replaced = before.filter((path) => !current.includes(path))
    expect(replaced).not.toEqual([])
    for (const path of replaced) {
      const { status, headers } = await fetch(`${stack.url}/${path}`)
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('cache-control')).toContain('immutable')
    }

    // There is nothing left for `up` to do, which would be seen.
    const upgraded = await containers()
    expect(upgraded).toHaveLength(3)
    expect(upgraded).not.toContain(old)
    await stack.shell('docker compose up --detach --wait', next)
    expect(await containers()).toEqual(upgraded)
    await rm(tree, { recursive: true })
  }, 300_000)

  test('a backup of the old version is restored into the new one', async () => {
    const stack = running()
    await stack.waitlist(['erase', 'erased-later@shop.example', '--yes'])
    const before = await everybody(stack)
    // only the backup still has this person
    await psql(stack, "DELETE FROM signups WHERE email = 'lost-later@shop.example'")
    expect(await everybody(stack)).toHaveLength(before.length - 1)
    await stack.waitlist(['restore', join(folder, 'earlier.gz')])
    expect(await everybody(stack)).toEqual(before)
    expect((await signUp(stack.url)).status).toBe(201)
  }, 120_000)

  test('going back to the old version loses nobody', async () => {
    await whileVisited(async () => {
      await upgradeTo()
      await expect.poll(landing, { timeout: 10_000 }).not.toContain('Nextkit')
    })
    // The new version's column stays for its next attempt.
    expect(await rows(running(), 'SELECT next_version FROM signups LIMIT 1')).toEqual(['\\N'])
  }, 300_000)
}
