import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect } from 'vitest'
import { COUNTED } from '../../../../api/src/list/stats/stats.ts'
import { FIELDS, WAITLIST_PATH } from '../../../../contract/waitlist.ts'
import { select } from '../../../support/database.ts'
import { bodyOf, newPerson, ROLES, SET_DEFAULTS } from '../../../support/people.ts'
import { newInstallation } from '../../support/installations.ts'
import type { List } from '../../support/list.ts'
import { run } from '../../support/run-program.ts'
import { test } from '../../support/test.ts'

const [ROLE] = ROLES

const cwd = mkdtempSync(join(tmpdir(), 'waitlist-commands-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const waitlist = (list: List, ...args: string[]) => run(args, { url: list.app.databaseUrl, cwd })
const json = async (list: List, ...args: string[]) => {
  const { stdout, ...others } = await waitlist(list, ...args, '--json')
  expect(others).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

test('stats, list and show include the latest form even without a worker', async ({ list }) => {
  const person = newPerson()
  const { email } = person
  await list.app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
  expect(await json(list, 'show', email.toUpperCase())).toMatchObject({
    listed: { email },
    mails: [{ kind: 'confirm', state: 'waiting' }],
  })
  await list.quarantine()
  expect(await json(list, 'stats')).toMatchObject({ total: 1, quarantined: 1 })
  expect(await json(list, 'list')).toMatchObject([{ email }])
})

test('stats prints each day once, and a table for each question and for the sources', async () => {
  const { url } = await newInstallation()
  const input = [
    'email,first_name,last_name,role,source,confirmed_at',
    `a@example.com,Ada,Lee,${ROLE},press,2026-01-01`,
    `b@example.com,Bo,Lee,${ROLE},press,`,
    `c@example.com,Cy,Lee,${ROLE},,2026-01-01`,
  ].join('\n')
  expect(await run(['import', '-', '--confirmed', ...SET_DEFAULTS], { url, input })).toMatchObject({
    stderr: '',
  })
  await select(url, "INSERT INTO visits VALUES ('2026-01-02', '/', 'press', 4)")
  const bySource = [
    'Source             Visits  Joined  of visits  Confirmed  of joined',
    'press                   4       2         0%          1        50%',
    'Direct or unknown       0       1          –          1       100%',
    '',
    'Visits are page loads, counted since 2026-01-02. The rate compares them with the people who have joined through the form since then.',
    '',
  ].join('\n')
  const { stdout } = await run(['stats'], { url })
  expect(stdout.endsWith(bySource)).toBe(true)
  const today = new Date().toISOString().slice(0, 10)
  expect(stdout.split('\n').filter((line) => line.startsWith(today))).toHaveLength(1)
  const headings = stdout.split('\n\n').map((part) => part.split(/ {2,}/)[0])
  expect(headings.slice(1, -1)).toEqual([
    'Day (UTC)',
    ...COUNTED.map((name) => FIELDS[name].label),
    'Source',
  ])
})

test('release, correct, erase and erase --forget print the changed person', async ({ list }) => {
  const { email } = await list.quarantine()
  expect((await waitlist(list, 'release', email)).stdout).toContain(email)
  expect((await waitlist(list, 'correct', email, 'last_name', 'King')).stdout).toContain('King')
  const { stderr, stdout } = await waitlist(list, 'erase', email, '--yes')
  expect(stderr).toBe('')
  expect(stdout).toMatch(/King[\s\S]*Erased 1 signup\.\n$/)
  expect(await waitlist(list, 'show', email)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Nothing is stored about that address.\n',
  })
  expect(await waitlist(list, 'erase', '--forget', email.toUpperCase())).toMatchObject({
    code: 0,
    stdout:
      'The erasure or departure was lifted, so the form, an import or a restore may add that address again.\n',
  })
  expect(await waitlist(list, 'erase', '--forget', email)).toMatchObject({
    code: 1,
    stderr: 'No erasure is recorded for that address.\n',
  })
  await list.join({ email })
  const { history } = await json(list, 'show', email)
  expect(history.at(-1)).toMatchObject({ command: 'erase', detail: { erasure: 'forgotten' } })
})

test('files from export and backup can be read only by the account that wrote them', async ({
  list,
}) => {
  await list.join()
  for (const [args, file] of [
    [['export', '--out', 'people.csv'], 'people.csv'],
    [['backup', 'all.gz'], 'all.gz'],
  ] as const) {
    expect(await waitlist(list, ...args)).toMatchObject({ code: 0, stdout: '' })
    expect(statSync(join(cwd, file)).mode & 0o777, file).toBe(0o600)
  }
  const { url } = await newInstallation()
  expect(await run(['import', 'people.csv'], { url, cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Added \d+ (person|people)\.\n$/),
  })
  const other = await newInstallation()
  const { code, stdout, stderr } = await run(['restore', 'all.gz'], { url: other.url, cwd })
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /^The backup contains \d+ (person|people), \d+ erasures?, \d+ letters? and \d+ links?\. It is trusted like a database dump/,
  )
  const [, people] = /contains (\d+)/.exec(stderr) ?? []
  expect(stdout).toContain(`Restored ${people} `)
  writeFileSync(join(cwd, 'other.gz'), gzipSync('x'))
  expect(await run(['restore', 'other.gz'], { url, cwd })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'other.gz: This is not a backup of a waitlist.\n',
  })
})

test('correct and --set accept the labels of questions and choices, as an import does', async () => {
  const { url } = await newInstallation()
  const input = 'email,first_name,last_name\nbo@example.com,Bo,Lee\n'
  const role = FIELDS.role.options[1]
  const command = ['import', '-', '--set', `${FIELDS.role.label}=${ROLE}`, ...SET_DEFAULTS]
  expect(await run(command, { url, input })).toMatchObject({ code: 0 })
  for (const [label, answer, shown] of [
    [FIELDS.last_name.label, 'King', 'King'],
    [FIELDS.role.label.toUpperCase(), role.label, role.value],
  ] as const) {
    expect(await run(['correct', 'bo@example.com', label, answer], { url })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(shown),
    })
  }
  expect(await run(['correct', 'bo@example.com', FIELDS.email.label, 'x'], { url })).toMatchObject({
    code: 2,
  })
})

test('import reads standard input, reports bad lines on stderr and exits with 1', async () => {
  const header = 'email,first_name,last_name,Email Address'
  const input = `${header}\nbo@example.com,Bo,Lee\nnobody,Bo,Lee\n`
  const shared = 'Several columns for email: email, Email Address. The first with a value is used.'
  const { url } = await newInstallation()
  const command = ['import', '-', '--set', `role=${ROLE}`, ...SET_DEFAULTS]
  expect(await run(command, { url, input })).toEqual({
    code: 1,
    stdout: 'Added 1 person.\n',
    stderr: [
      `Line 3: email: ${FIELDS.email.messages.malformed}`,
      shared,
      '1 line could not be imported.',
      'They are on the list but unconfirmed, so they get no emails. Run the same command again:',
      'with --confirmed if they confirmed in the other tool, or with --send-confirmation to ask each of them by email.',
      '',
    ].join('\n'),
  })
  expect(await run(command, { url, input: input.slice(0, -14) })).toEqual({
    code: 0,
    stdout: 'Added 0 people.\nAlready on the list: 1 line.\n',
    stderr: `${shared}\n`,
  })
  expect(await run([...command, '--confirmed'], { url, input: input.slice(0, -14) })).toMatchObject(
    { code: 0, stdout: expect.stringContaining('Confirmed 1 person on the list.') },
  )
})
