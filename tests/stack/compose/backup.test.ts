import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../../support/stack/sign-up.ts'
import { everybody, listed } from '../../support/stack/tables.ts'
import { describeStack, useStack } from '../../support/stack/use-stack.ts'

const LATE = 'tests/support/stack/late-database.yml'

describeStack('a backup of the stack', () => {
  const running = useStack({ settings: { RATE_LIMIT_MAX: '1000000' } })
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const file = () => join(folder, 'waitlist.ndjson.gz')
  const backUp = (settings = {}) => running().waitlist(['backup', file()], { settings })
  const restore = () => running().waitlist(['restore', 'waitlist.ndjson.gz'], { folder })
  const bot = { website: 'https://spam.example' }

  test('a backup is restored after the disk is lost, with listed and quarantined people', async () => {
    const stack = running()
    await signUp(stack.url)
    await signUp(stack.url, bot)
    await backUp()
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    const kept = await everybody(stack)
    expect(kept.length).toBeGreaterThan((await listed(stack)).length)

    await stack.compose('down', '--volumes', '--timeout', '0')
    const files = ['--file', 'docker-compose.yml', '--file', LATE]
    await stack.compose(...files, 'up', '--detach', '--wait')
    expect(await everybody(stack)).toEqual([])

    await restore()
    expect(await everybody(stack)).toEqual(kept)
    expect((await signUp(stack.url, { email: 'newcomer@shop.example' })).status).toBe(201)
    expect((await listed(stack)).at(-1)).toBe('newcomer@shop.example')
    expect((await signUp(stack.url, bot)).status).toBe(201)
  })
})
