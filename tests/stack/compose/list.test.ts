// Guards silent-logs, own-data.

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { CORPUS } from '../../support/corpus.ts'
import { describeStack, test } from '../../support/fixtures/stack.ts'
import { signUp } from '../../support/stack/sign-up.ts'
import type { Stack } from '../../support/stack/stack.ts'
import { listed } from '../../support/stack/tables.ts'

/** Valid addresses with characters that a shell, psql or SQL could run. */
const ADDRESSES = CORPUS.filter(({ field, verdict }) => field === 'email' && verdict === undefined)
  .map(({ value }) => String(value).trim())
  .filter((address) => /^[!-~]+$/.test(address) && /[^\w.+@-]/.test(address))

const FIRST_NAME = 'Ada, "the first"'
const LAST_NAME = "O'Brien\\Ñandú $(touch run)"

describeStack('./waitlist on the stack', () => {
  /** The current directory. A command that a shell ran from a value would leave a file there. */
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'list-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const waitlist = (stack: Stack, args: readonly string[], input = '') =>
    stack.waitlist(args, { folder, input: `${input}\n` })
  const json = async (stack: Stack, args: readonly string[], input?: string) =>
    JSON.parse(await waitlist(stack, [...args, '--json'], input))

  test.for(ADDRESSES)(
    'no shell and no SQL runs a part of the address %s',
    async (email, { stack }) => {
      expect((await signUp(stack.url, { email })).status).toBe(201)
      expect(await json(stack, ['show', '-'], email)).toMatchObject({ email })
      await waitlist(stack, ['erase', email, '--yes'])
      expect(await listed(stack)).not.toContain(email)
      expect(await readdir(folder)).toEqual([])
    },
  )

  test('names with quotes and a shell command are corrected and exported as they are', async ({
    stack,
  }) => {
    const email = 'corrected@shop.example'
    await signUp(stack.url, { email, first_name: FIRST_NAME, website: 'x' })
    await waitlist(stack, ['release', '-'], email)
    await waitlist(stack, ['correct', email, 'last_name', LAST_NAME])

    await waitlist(stack, ['export', '--out', 'people.csv'])
    const file = join(folder, 'people.csv')
    const kept = await readFile(file, 'utf8')
    expect(kept).toContain(`"Ada, ""the first""",${LAST_NAME},`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    await waitlist(stack, ['erase', email, '--yes'])
    expect(await readdir(folder)).toEqual(['people.csv'])
  })

  test('an erasure is in the file outside of the database when the program reports it', async ({
    stack,
  }) => {
    const email = 'forgotten@shop.example'
    await signUp(stack.url, { email })
    const erased = async () => {
      const script = 'cat /var/lib/waitlist/erasures/refusals.ndjson || true'
      const lines = await stack.compose('exec', '-T', 'worker', 'sh', '-c', script)
      return lines.match(/"reason":"erased"/g)?.length ?? 0
    }
    const before = await erased()
    await waitlist(stack, ['erase', email, '--yes'])
    expect(await erased()).toBeGreaterThan(before)
  })

  test('the owner owns the files that ./waitlist writes, at the paths in its arguments', async ({
    stack,
  }) => {
    const path = join(folder, 'folder of mine', 'people.ndjson')
    await stack.shell('mkdir "folder of mine"', { folder })
    await stack.waitlist(['export', `--out=${path}`])
    const { uid, gid } = await stat(path)
    expect([uid, gid]).toEqual([process.getuid?.(), process.getgid?.()])
    const { known, bad } = await json(stack, ['import', './folder of mine/people.ndjson'])
    const lines = (await readFile(path, 'utf8')).trim().split('\n').filter(Boolean)
    expect([known, bad]).toEqual([lines.length, []])
  })

  test("the database's log does not quote an owner's mistake in psql", async ({ stack }) => {
    const email = 'typed@shop.example'
    const psql = 'docker compose exec -T db psql -U waitlist -v ON_ERROR_STOP=1'
    // In double quotes, Postgres reads the address as a column.
    const slip = stack.shell(psql, { input: `SELECT "${email}" FROM people;\n` })
    await expect(slip).rejects.toThrow(`column "${email}"`)
    const logs = await stack.compose('logs', '--no-color', 'db')
    expect(logs).toContain('ready to accept connections')
    expect(logs).not.toContain(email)
  })
})
