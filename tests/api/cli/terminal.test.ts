import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { emailKey } from '../../../api/src/inbox/identity.ts'
import { recordChange } from '../../../api/src/people/history.ts'
import { test } from '../../support/fixtures/api.ts'
import type { List } from '../../support/list.ts'
import { newPerson } from '../../support/people.ts'
import { runAtTerminal } from '../../support/program/run-program.ts'

const atTerminal = (list: List, args: string, ...replies: [question: string, reply: string][]) =>
  runAtTerminal(args, replies, { url: list.app.databaseUrl })
const emails = async (list: List) => (await list.app.people()).map(({ email }) => email)

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

test('erase asks for the address, shows the person, and asks for a confirmation', async ({
  list,
}) => {
  const { email, first_name } = await list.join()
  const { code, stdout } = await atTerminal(
    list,
    'erase',
    ['Email address: ', `${email}\r`],
    ['[y/N] ', 'y\r'],
  )
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
  'an erasure that is answered with %s changes nothing and ends with 1',
  async ([_name, reply], { list }) => {
    const { email } = await list.join()
    const { code, stdout } = await atTerminal(list, `erase ${email}`, ['[y/N] ', reply])
    expect(stdout).toMatch(/Nothing was changed\.\s*$/)
    expect(code).toBe(1)
    expect(await emails(list)).toContain(email)
  },
)

test('control characters of a signup do not reach the terminal', async ({ list }) => {
  const company = 'Kiln \u009b2J'
  const { email } = await list.join({ company: 'Kiln' })
  await list.session.query(
    `UPDATE people SET answers = jsonb_set(answers, '{company}', to_jsonb($2::text)) WHERE email = $1`,
    [email, company],
  )
  const { raw } = await atTerminal(list, 'list')
  expect(raw).toContain('Kiln')
  expect(raw).not.toContain('\u009b')
})

test('control characters of a file, a record or a name do not reach the terminal', async ({
  list,
}) => {
  const { email } = await list.join()
  await list.session.query(
    `UPDATE people SET answers = answers || jsonb_build_object('k' || chr(155) || '2J', 'x')
     WHERE email = $1`,
    [email],
  )
  const key = emailKey(email) ?? ''
  const { session } = list
  await recordChange(session, 'erase', key, { by: 'k\u001b[2J' })
  const file = join(mkdtempSync(join(tmpdir(), 'terminal-')), 'people.csv')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  writeFileSync(file, 'k\u001b[2J,k\u009b2J\n')
  const commands = [`show ${email}`, `show ${email} --json`, `import ${file} --unconfirmed`]
  for (const command of commands) {
    const { raw } = await atTerminal(list, command)
    expect(raw).toContain('k')
    for (const sign of ['\u009b', '\u001b[2J']) expect(raw).not.toContain(sign)
  }
})

test.for<[string, RegExp, object | undefined]>([
  ['c', /Added 1 person\.\s*$/, { confirmed: true, mails: 0 }],
  ['m', /Queued 1 confirmation email\.\s*$/, { confirmed: false, mails: 1 }],
  ['u', /Added 1 person\.\s*$/, { confirmed: false, mails: 0 }],
  ['\r', /Nothing was changed\.\s*$/, undefined],
  [CTRL_C, /Nothing was changed\.\s*$/, undefined],
])(
  'an import that is answered with %j does what was answered',
  async ([reply, end, expected], { list }) => {
    const { website: _honeypot, ...person } = newPerson()
    const file = join(mkdtempSync(join(tmpdir(), 'terminal-')), 'people.ndjson')
    onTestFinished(() => rmSync(dirname(file), { recursive: true }))
    writeFileSync(file, JSON.stringify(person))
    const keys = /\w/.test(reply) ? `${reply}\r` : reply
    const { code, stdout } = await atTerminal(list, `import ${file}`, ['c, m or u? ', keys])
    expect(stdout).toMatch(end)
    expect(code).toBe(expected ? 0 : 1)
    const rows = await list.session.query(
      `SELECT confirmed_at IS NOT NULL AS confirmed,
       (SELECT count(*)::integer FROM mails WHERE email_key = $1) AS mails
     FROM people WHERE email_key = $1`,
      [person.email],
    )
    expect(rows).toEqual(expected ? [expected] : [])
  },
)

test('long work shows its progress on a terminal', async ({ list }) => {
  await list.join()
  const { code, stdout } = await atTerminal(list, 'export --out /dev/null')
  expect(code).toBe(0)
  expect(stdout).toMatch(/People: \d+\s.*Written to \/dev\/null\./s)
})
