import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { number } from '../../../api/src/system/format.ts'
import { ADDRESSES } from '../../support/corpus.ts'
import { signUp } from '../support/requests.ts'
import type { Stack } from '../support/stack.ts'
import { listed } from '../support/tables.ts'
import { describeStack, test } from '../support/test.ts'

/** Valid addresses with characters that a shell, psql or SQL could run. */
const ODD = ADDRESSES.filter((address) => /^[!-~]+$/.test(address) && /[^\w.+@-]/.test(address))

describeStack('./waitlist on the stack', () => {
  /** The current directory. If a shell ran a command from an address, the command would leave a file there. */
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'list-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const waitlist = (stack: Stack, args: readonly string[], input = '') =>
    stack.waitlist(args, { folder, input: `${input}\n` })
  /** Returns the number of erasures in the suppressions file. */
  const erased = async (stack: Stack) => {
    const script = 'cat /var/lib/waitlist/erasures/suppressions.ndjson || true'
    const lines = await stack.compose('exec', '-T', 'worker', 'sh', '-c', script)
    return lines.match(/"reason":"erased"/g)?.length ?? 0
  }

  test.for(ODD)(
    'the address %s runs no shell or SQL command, and its erasure is also in the suppressions file',
    async (email, { stack }) => {
      expect((await signUp(stack.url, { email })).status).toBe(201)
      expect(await waitlist(stack, ['show', '-'], email)).toContain(email)
      const before = await erased(stack)
      await waitlist(stack, ['erase', email, '--yes'])
      expect(await erased(stack)).toBeGreaterThan(before)
      expect(await listed(stack)).not.toContain(email)
      expect(await readdir(folder)).toEqual([])
    },
  )

  test('files that ./waitlist writes belong to the account that runs it', async ({ stack }) => {
    expect((await signUp(stack.url)).status).toBe(201)
    const path = join(folder, 'folder of mine', 'people.ndjson')
    await mkdir(join(folder, 'folder of mine'))
    await stack.waitlist(['export', `--out=${path}`])
    const { uid, gid, mode } = await stat(path)
    expect([uid, gid, mode & 0o777]).toEqual([process.getuid?.(), process.getgid?.(), 0o600])
    const report = await waitlist(stack, ['import', './folder of mine/people.ndjson'])
    const lines = (await readFile(path, 'utf8')).trim().split('\n').filter(Boolean)
    expect(report).toContain(`Already on the list: ${number(lines.length)} line`)
  })
})
