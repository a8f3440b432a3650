import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { openSession } from '../../../../api/src/system/session.ts'
import { CONTROLS, HOSTILE_TEXT } from '../../../support/corpus.ts'
import { freshDatabase } from '../../../support/database.ts'
import { temporaryFolder } from '../../../support/for-a-test.ts'
import { addHostile } from '../../support/hostile-list.ts'
import type { List } from '../../support/list.ts'
import { run, runAtTerminal } from '../../support/run-program.ts'
import { test } from '../../support/test.ts'

const atTerminal = (list: List, args: string, ...replies: [question: string, reply: string][]) =>
  runAtTerminal(args, replies, { url: list.app.databaseUrl })
const emails = async (list: List) => (await list.app.people()).map(({ email }) => email)

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

test('erase shows the person and asks before erasing', async ({ list }) => {
  const { email, first_name } = await list.join()
  const { code, stdout } = await atTerminal(list, `erase ${email}`, ['[y/N] ', 'y\r'])
  expect(code).toBe(0)
  expect(stdout).toMatch(
    new RegExp(`${first_name}[^]*Erase this permanently\\?[^]*Erased 1 signup\\.`),
  )
  expect(await emails(list)).not.toContain(email)
})

test.for([
  ['Enter', '\r'],
  ['Ctrl-C', CTRL_C],
  ['Ctrl-D', CTRL_D],
] as const)(
  'if the owner declines an erasure with %s, erase exits with 1 and does not change anything',
  async ([_name, reply], { list }) => {
    const { email } = await list.join()
    const { code, stdout } = await atTerminal(list, `erase ${email}`, ['[y/N] ', reply])
    expect(stdout).toMatch(/Nothing was changed\.\s*$/)
    expect(code).toBe(1)
    expect(await emails(list)).toContain(email)
  },
)

const hostile = test.extend('url', { scope: 'file' }, async ({ postgresUrl }, { onCleanup }) => {
  const url = await freshDatabase(postgresUrl, 'migrated')
  const session = await openSession(url)
  onCleanup(() => session.close())
  await addHostile(session)
  return url
})

describe('control characters in hostile text', () => {
  hostile.for([
    ...['list', 'list --quarantined --json', 'mail', 'stats', 'doctor', 'invite --count 1'],
    ...['show eve@example.com', 'show eve@example.com --json'],
  ])(
    'the output of `%s` contains no control characters from stored text',
    async (command, { url }) => {
      const env = {
        NOTIFY_URL: 'https://chat.example',
        WEBHOOK_URL: 'https://crm.example',
        WEBHOOK_SECRET: 'x',
      }
      const { stdout, stderr } = await run(command.split(' '), { url, env })
      expect(stdout + stderr).toContain('=1+1 <script>')
      expect(stdout + stderr).not.toMatch(CONTROLS)
    },
  )

  hostile('an error about a file has no control characters from the file', async ({ url }) => {
    const file = join(temporaryFolder(), 'people.csv')
    writeFileSync(file, `k\u001b[2J,"${HOSTILE_TEXT.replaceAll('"', '""')}"\n`)
    const { stdout, stderr } = await run(['import', file], { url })
    expect(stderr).toContain('=1+1 <script>')
    expect(stdout + stderr).not.toMatch(CONTROLS)
  })
})
