import { expect, test } from 'vitest'
import { newList } from '../../support/program/installations.ts'
import { runAtTerminal } from '../../support/program/run-program.ts'

const list = newList()
const atTerminal = (args: string, ...replies: [question: string, reply: string][]) =>
  runAtTerminal(args, replies, { url: list().app.databaseUrl })
const emails = async () => (await list().app.signups()).map(({ email }) => email)

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

test('erase asks for the address, shows the person, and asks for a confirmation', async () => {
  const { email, first_name } = await list().join()
  const { code, stdout } = await atTerminal(
    'erase',
    ['Email address: ', `${email}\r`],
    ['[y/N] ', 'y\r'],
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(
    new RegExp(`${first_name}[^]*Erase this for good\\?[^]*Erased 1 signup\\.`),
  )
  expect(await emails()).not.toContain(email)
})

test.each([
  ['Enter', '\r'],
  ['Ctrl-C', CTRL_C],
  ['Ctrl-D', CTRL_D],
])('an erasure that is answered with %s changes nothing and ends with 1', async (_name, reply) => {
  const { email } = await list().join()
  const { code, stdout } = await atTerminal(`erase ${email}`, ['[y/N] ', reply])
  expect(stdout).toMatch(/Nothing was changed\.\s*$/)
  expect(code).toBe(1)
  expect(await emails()).toContain(email)
})

test('control characters of a signup do not reach the terminal', async () => {
  const company = 'Kiln \u009b2J'
  const { email } = await list().join({ company: 'Kiln' })
  await list().session.query(
    `UPDATE signups SET answers = jsonb_set(answers, '{company}', to_jsonb($2::text)) WHERE email = $1`,
    [email, company],
  )
  const { raw } = await atTerminal('list')
  expect(raw).toContain('Kiln')
  expect(raw).not.toContain('\u009b')
})

test('long work shows its progress on a terminal', async () => {
  await list().join()
  const { code, stdout } = await atTerminal('export --out /dev/null')
  expect(code).toBe(0)
  expect(stdout).toMatch(/People: \d+\s.*Written to \/dev\/null\./s)
})
