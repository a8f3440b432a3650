import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CORPUS } from '../contract/corpus.ts'
import { readmeCommands } from '../support/readme.ts'
import { signUp } from './sign-up.ts'
import type { Stack } from './stack.ts'
import { listed } from './tables.ts'

/** Those that are taken, though they hold what a shell, psql or SQL might read as its own. */
const ADDRESSES = CORPUS.filter(({ field, verdict }) => field === 'email' && verdict === undefined)
  .map(({ what, value }) => [what, String(value).trim()] as const)
  .filter(([, address]) => /[^\w.+@-]/.test(address))

/** What an operator does with one person, by the README's command. */
export function list(running: () => Stack): void {
  const [restore = ''] = readmeCommands('Somebody joined, but is not on the list')

  // What an address might make the shell write would be seen there.
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'list-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const type = (command: string, ...lines: string[]) =>
    running().shell(command, { folder, input: lines.map((line) => `${line}\n`).join('') })

  test.each(ADDRESSES)(
    'any address is safe to type: %s',
    async (_, email) => {
      expect((await signUp(running().url, { email, website: 'x' })).status).toBe(201)
      expect(await type(restore, email)).toContain(email)
      expect(await listed(running())).toContain(email)
      expect(await readdir(folder)).toEqual([])
    },
    60_000,
  )
}
