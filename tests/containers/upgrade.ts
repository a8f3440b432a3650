import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readmeCommands, readmeLine } from '../support/readme.ts'
import { type Dump, takeDump } from './dump.ts'
import { makeNextVersion } from './next-version.ts'
import { signUp } from './sign-up.ts'
import type { Stack } from './stack.ts'
import { rows } from './tables.ts'
import { startVisits } from './visits.ts'

/** A new version by the README's commands, while visitors keep coming. */
export function upgrade(running: () => Stack): void {
  const landing = async () => (await fetch(running().url)).text()
  const assets = async () => {
    const list = 'cd /srv/releases/current/site && find assets -name "*.js"'
    const files = await running().compose('exec', '-T', 'nginx', 'sh', '-c', list)
    return files.trim().split('\n')
  }
  const containers = async () =>
    (await running().shell('docker compose ps --quiet api db nginx')).trim().split('\n')
  const people = () =>
    rows(running(), "SELECT to_jsonb(signups) - 'next_version' FROM signups ORDER BY id")

  const upgradeTo = (where?: Parameters<Stack['shell']>[1]) => {
    const [commands = ''] = readmeCommands('Upgrade')
    return running().shell(commands, where)
  }
  const whileVisited = async (work: () => Promise<unknown>) => {
    const visits = startVisits(running().url)
    try {
      await work()
    } finally {
      await visits.expectNobodyLost(running())
    }
  }

  /** Somebody who looks into a database as soon as it is there, and stays. */
  const watch = (database: string) => {
    const psql = `docker compose exec -T db psql -U waitlist -d ${database}`
    return running()
      .shell(`until ${psql} -c 'SELECT 1'; do sleep 0.1; done; ${psql} -c 'SELECT pg_sleep(60)'`)
      .then(
        () => expect.unreachable('nobody asked them to leave'),
        (error: { stderr: string }) => expect(error.stderr).toContain('terminating connection'),
      )
  }

  let earlier: { readonly people: readonly string[]; readonly dump: Dump }
  beforeAll(async () => {
    await signUp(running().url)
    earlier = { people: await people(), dump: await takeDump(running(), afterAll) }
  })

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

  test('an API that is not healthy is nothing to upgrade from', async () => {
    const before = await containers()
    await running().compose('stop', 'api')
    await expect(upgradeTo()).rejects.toThrow('No API is healthy.')
    await running().compose('up', '--detach', '--wait')
    expect(await containers()).toEqual(before)
  }, 60_000)

  test('an upgrade that was cut off is run again, and takes away what it left', async () => {
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

  test('a dump of the version before comes back, and is brought up to date', async () => {
    const stack = running()
    expect(earlier.people).not.toEqual([])
    expect(await people()).not.toEqual(earlier.people)
    const replaced = await people()
    const watcher = watch('restored')
    await earlier.dump.restore()
    await watcher
    expect(await people()).toEqual(earlier.people)

    const look = 'psql -U waitlist -d replaced -Atc "SELECT count(*) FROM signups"'
    const count = await stack.shell(`docker compose exec -T db ${look}`)
    expect(Number(count), 'who was there is kept').toBe(replaced.length)
    await stack.compose('up', '--detach', '--wait')
    expect(await people()).toEqual(earlier.people)

    const late = replaced.length - earlier.people.length
    expect(await earlier.dump.bringBack()).toContain(`INSERT 0 ${late}\n`)
    const addresses = (list: readonly string[]) => list.map((person) => JSON.parse(person).email)
    expect(addresses(await people())).toEqual(addresses(replaced))
    expect(await earlier.dump.bringBack(), 'and once only').toContain('INSERT 0 0\n')

    // Another restore would drop those who are in `replaced` only.
    const restored = await people()
    await expect(earlier.dump.restore()).rejects.toThrow('There is a database named replaced')
    expect(await people()).toEqual(restored)
    await stack.shell(readmeLine('dropdb -U waitlist replaced').split('`')[3] ?? '')
    await expect(earlier.dump.bringBack()).rejects.toThrow('database "replaced" does not exist')
    expect(await rows(stack, 'SELECT next_version FROM signups LIMIT 1')).toEqual(['\\N'])
    expect((await signUp(stack.url)).status).toBe(201)
  }, 180_000)

  test('the way back is the same, and loses nobody either', async () => {
    await whileVisited(async () => {
      await upgradeTo()
      await expect.poll(landing, { timeout: 10_000 }).not.toContain('Nextkit')
    })
    // What the later version has added stays, for its next attempt.
    expect(await rows(running(), 'SELECT next_version FROM signups LIMIT 1')).toEqual(['\\N'])
  }, 300_000)
}
