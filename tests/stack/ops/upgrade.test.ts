import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyVersion, makeNextVersion } from '../../support/stack/next-version.ts'
import { signUp } from '../../support/stack/sign-up.ts'
import { psql } from '../../support/stack/stack.ts'
import { everybody, rows } from '../../support/stack/tables.ts'
import { upgrades } from '../../support/stack/upgrade.ts'
import { describeStack, useOwnBuild } from '../../support/stack/use-stack.ts'

describeStack('an upgrade to the next version and back', () => {
  // Compose labels an image with its project: an upgrade would replace a borrowed image of nginx.
  const running = useOwnBuild({ settings: { RATE_LIMIT_MAX: '1000000' } })
  const { containers, upgrade, whileVisited } = upgrades(running)

  const landing = async () => (await fetch(running().url)).text()
  const assets = async () => {
    const list = 'cd /srv/releases/current/site && find assets -name "*.js"'
    const files = await running().compose('exec', '-T', 'nginx', 'sh', '-c', list)
    return files.trim().split('\n')
  }
  /** Stops or continues the loop that looks the replicas of the API up. */
  const lookups = (signal: 'STOP' | 'CONT') => {
    const script = `for process in /proc/[0-9]*; do
      ! grep -q 'bin/[s]erve' "$process/cmdline" || kill -${signal} "\${process#/proc/}"
    done`
    return running().compose('exec', '-T', 'nginx', 'sh', '-c', script)
  }
  /** The next version's migration adds a column, which stays after the way back. */
  const expectNewColumn = async () =>
    expect(await rows(running(), 'SELECT next_version FROM signups LIMIT 1')).toEqual(['\\N'])

  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('during an upgrade and the way back, no visitor sees an error and no signup is lost', async () => {
    const stack = running()
    const backup = join(folder, 'earlier.gz')
    await signUp(stack.url, { email: 'erased-later@shop.example' })
    await signUp(stack.url, { email: 'lost-later@shop.example' })
    await stack.waitlist(['backup', backup])
    const before = await assets()
    const [old] = await containers()
    const [earlier, tree] = [await copyVersion(), await makeNextVersion()]
    const next = { tree, settings: { BRAND_NAME: 'Nextkit' } }
    await whileVisited(async () => {
      await upgrade(next)
      await expect.poll(landing).toContain('Nextkit')
    })
    await expectNewColumn()

    // A page that was opened before the upgrade asks for the files of its own version.
    const current = await assets()
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
    await psql(stack, "DELETE FROM signups WHERE email = 'lost-later@shop.example'")
    expect(await everybody(stack)).toHaveLength(kept.length - 1)
    await stack.waitlist(['restore', backup])
    expect(await everybody(stack), 'after a restore from the old version').toEqual(kept)
    expect((await signUp(stack.url)).status).toBe(201)

    await whileVisited(async () => {
      // nginx learns late of the new API.
      await lookups('STOP')
      const upgrading = upgrade({ tree: earlier })
      await expect.poll(containers, { timeout: 300_000 }).toHaveLength(4)
      await sleep(10_000)
      await lookups('CONT')
      await upgrading
      await expect.poll(landing).not.toContain('Nextkit')
    })
    await expectNewColumn()
    for (const folder of [earlier, tree]) await rm(folder, { recursive: true })
  }, 400_000)
})
