import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CORPUS } from '../contract/corpus.ts'
import { readmeCommands } from '../support/readme.ts'
import { signUp } from './sign-up.ts'
import type { Stack } from './stack.ts'

/** Those that are taken, though they hold signs that a shell, psql or SQL might read as its own. */
const ADDRESSES = CORPUS.filter(({ field, verdict }) => field === 'email' && verdict === undefined)
  .map(({ what, value }) => [what, String(value).trim()] as const)
  .filter(([, address]) => /[^\p{L}\p{M}\p{N}.+@-]/u.test(address))

const LAST_NAME = "O'Brien\\Ñandú"

/** What an operator does with the list and with one person on it, by the README's commands. */
export function list(running: () => Stack): void {
  const [everybody = '', show = '', correct = '', erase = ''] = readmeCommands('The list')
  const [restore = ''] = readmeCommands('Somebody joined, but is not on the list')

  // What an address might make the shell write would be seen there.
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'list-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const type = (command: string, ...lines: string[]) =>
    running().shell(command, { folder, input: lines.map((line) => `${line}\n`).join('') })

  test('what an operator types is not in a log, nor when it goes wrong', async () => {
    const email = 'typed@shop.example'
    expect((await signUp(running().url, { email })).status).toBe(201)
    const wrong = type(correct.replace('last_name', 'lastname'), email, LAST_NAME)
    await expect(wrong).rejects.toThrow('column "lastname"')
    // A slip of the quotes, for which Postgres takes the address for a column.
    const psql = 'docker compose exec -T db psql -U waitlist -v ON_ERROR_STOP=1'
    const slip = type(psql, `SELECT "${email}" FROM signups;`)
    await expect(slip).rejects.toThrow(`column "${email}"`)
    const logs = await running().compose('logs', '--no-color', 'db')
    expect(logs).toContain('ready to accept connections')
    expect(logs).not.toContain(email)
  })

  test.each(ADDRESSES)(
    'any address is safe to type: %s',
    async (_, email) => {
      const firstName = 'Ada, "the first"'
      expect((await signUp(running().url, { email, firstName, website: 'x' })).status).toBe(201)
      expect(await type(show, email)).toContain('trapped_signups,')
      expect(await type(restore, email)).toContain(firstName)
      expect(await type(correct, email, LAST_NAME)).toContain(LAST_NAME)

      await type(everybody)
      const file = join(folder, 'signups.csv')
      const line = `${email},${email.toLowerCase()},"Ada, ""the first""",${LAST_NAME},`
      expect(await readFile(file, 'utf8')).toContain(line)
      expect((await stat(file)).mode & 0o777).toBe(0o600)

      expect(await type(erase, email)).toContain(email)
      expect(await type(show, email)).not.toContain(firstName)
      expect(await readdir(folder)).toEqual(['signups.csv'])
    },
    60_000,
  )

  test('an export that fails leaves the one before', async () => {
    const file = join(folder, 'signups.csv')
    const kept = await readFile(file, 'utf8')
    expect(kept).toContain('email_key')
    const nobody = { folder, settings: { COMPOSE_PROJECT_NAME: 'nobody' } }
    await expect(running().shell(everybody, nobody)).rejects.toThrow('is not running')
    expect(await readFile(file, 'utf8')).toBe(kept)
  })
}
