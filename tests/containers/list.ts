import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CORPUS } from '../contract/corpus.ts'
import { signUp } from './sign-up.ts'
import { NOWHERE, type Stack } from './stack.ts'

/** Valid addresses with characters that a shell, psql or SQL could run. */
const ADDRESSES = CORPUS.filter(({ field, verdict }) => field === 'email' && verdict === undefined)
  .map(({ what, value }) => [what, String(value).trim()] as const)
  .filter(([, address]) => /^[!-~]+$/.test(address) && /[^\w.+@-]/.test(address))

const FIRST_NAME = 'Ada, "the first"'
const LAST_NAME = "O'Brien\\Ñandú $(touch run)"

/** What an operator does with the list and with one person on it. */
export function list(running: () => Stack): void {
  // A command that an address made a shell run would leave a file here.
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'list-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const waitlist = (args: readonly string[], input = '') =>
    running().waitlist(args, { folder, input: `${input}\n` })
  const json = async (args: readonly string[], input?: string) =>
    JSON.parse(await waitlist([...args, '--json'], input))

  test.each(ADDRESSES)(
    'nothing runs any part of an address: %s',
    async (_, email) => {
      const trapped = { email, first_name: FIRST_NAME, website: 'x' }
      expect((await signUp(running().url, trapped)).status).toBe(201)
      expect(await json(['show', email])).toMatchObject({ status: 'trapped', email })
      await waitlist(['release', '-'], email)
      await waitlist(['correct', email, 'last_name', LAST_NAME])
      const person = { email, first_name: FIRST_NAME, last_name: LAST_NAME }
      expect(await json(['list', '--search', email])).toMatchObject([person])
      expect(await json(['show', '-'], email)).toMatchObject({ ...person, trapped: [] })

      await waitlist(['export', '--out', 'people.csv'])
      const file = join(folder, 'people.csv')
      expect(await readFile(file, 'utf8')).toContain(`"Ada, ""the first""",${LAST_NAME},`)
      expect((await stat(file)).mode & 0o777).toBe(0o600)

      const refused = await waitlist(['erase', email]).catch((error) => error)
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--yes')])
      await waitlist(['erase', email, '--yes'])
      const gone = await waitlist(['show', email]).catch((error) => error)
      expect([gone.code, gone.stdout]).toEqual([1, ''])
      expect(await readdir(folder)).toEqual(['people.csv'])
    },
    60_000,
  )

  test('files are read and written where the arguments name them, as the operator', async () => {
    const path = join(folder, 'folder of mine', 'people.ndjson')
    await running().shell('mkdir "folder of mine"', { folder })
    await running().waitlist(['export', `--out=${path}`])
    const { uid, gid } = await stat(path)
    expect([uid, gid]).toEqual([process.getuid?.(), process.getgid?.()])
    const { known, bad } = await json(['import', './folder of mine/people.ndjson'])
    const lines = (await readFile(path, 'utf8')).trim().split('\n').filter(Boolean)
    expect([known, bad]).toEqual([lines.length, []])
    await rm(join(folder, 'folder of mine'), { recursive: true })
  }, 60_000)

  test('a pipe carries the list in and out', async () => {
    const { shell } = running()
    const csv = 'email,first_name,last_name,role\npiped@shop.example,Grace,Hopper,other\n'
    await shell('./waitlist import -', { input: csv })
    expect(await shell('./waitlist export | grep piped')).toContain('Hopper')
    await waitlist(['erase', 'piped@shop.example', '--yes'])
  }, 60_000)

  test('an export that fails leaves the file before it', async () => {
    const file = join(folder, 'people.csv')
    const kept = await readFile(file, 'utf8')
    expect(kept).toContain('email')
    const failed = running().waitlist(['export', '--out', file], {
      settings: { DATABASE_OWNER_URL: NOWHERE },
    })
    await expect(failed).rejects.toMatchObject({ code: 1 })
    expect(await readFile(file, 'utf8')).toBe(kept)
    expect(await readdir(folder)).toEqual(['people.csv'])
  }, 60_000)

  test("the database's log does not quote an operator's mistake in psql", async () => {
    const email = 'typed@shop.example'
    const psql = 'docker compose exec -T db psql -U waitlist -v ON_ERROR_STOP=1'
    // with the wrong quotes Postgres takes the address for a column
    const slip = running().shell(psql, { input: `SELECT "${email}" FROM people;\n` })
    await expect(slip).rejects.toThrow(`column "${email}"`)
    const logs = await running().compose('logs', '--no-color', 'db')
    expect(logs).toContain('ready to accept connections')
    expect(logs).not.toContain(email)
  })
}
