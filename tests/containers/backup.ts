import { stat } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { takeDump } from './dump.ts'
import { signUp } from './sign-up.ts'
import type { Stack } from './stack.ts'
import { listed, rows } from './tables.ts'

const LATE = 'tests/containers/late-database.yml'

/** Dump, loss of the disk, restore: by the README's commands. */
export function backup(running: () => Stack): void {
  const everything = async () => {
    const tables = ['signups', 'trapped_signups', 'pgmigrations']
    return Promise.all(tables.map((table) => rows(running(), `SELECT * FROM ${table} ORDER BY id`)))
  }
  const bot = { website: 'https://spam.example' }

  test('what was dumped is back after the disk is lost', async () => {
    const stack = running()
    await signUp(stack.url)
    await signUp(stack.url, bot)
    const dump = await takeDump(stack, onTestFinished)
    const kept = await everything()
    expect(kept.map(({ length }) => length > 0)).toEqual([true, true, true])
    expect((await stat(dump.file)).mode & 0o777, 'whose it is').toBe(0o600)

    await stack.compose('down', '--volumes')
    // A dump that fails, or has no list, leaves the one before, which is restored below.
    await expect(dump.again()).rejects.toThrow()
    await stack.compose('up', '--detach', '--wait', 'db')
    await expect(dump.again()).rejects.toThrow()
    await stack.compose('down', '--volumes')
    // Half a minute late, it is waited for.
    const files = ['--file', 'docker-compose.yml', '--file', LATE]
    await stack.compose(...files, 'up', '--detach', '--wait')
    expect(await listed(stack)).toEqual([])

    await dump.restore()
    expect(await everything()).toEqual(kept)
    expect((await signUp(stack.url, { email: 'newcomer@shop.example' })).status).toBe(201)
    expect((await listed(stack)).at(-1)).toBe('newcomer@shop.example')
    expect((await signUp(stack.url, bot)).status).toBe(201)
  }, 240_000)
}
