// Guards commands, statistics.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect } from 'vitest'
import { COUNTED } from '../../../api/src/people/stats.ts'
import { FIELDS, WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { select } from '../../support/database.ts'
import { test } from '../../support/fixtures/database.ts'
import type { List } from '../../support/list.ts'
import { bodyOf, newPerson, ROLES, SET_DEFAULTS } from '../../support/people.ts'
import { newInstallation } from '../../support/program/installations.ts'
import { addPerson, addSending, minutesAgo } from '../../support/program/mailing.ts'
import { run } from '../../support/program/run-program.ts'
import { backedUp, withRows } from '../../support/program/transfers.ts'

const [ROLE] = ROLES

const cwd = mkdtempSync(join(tmpdir(), 'waitlist-commands-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const waitlist = (list: List, ...args: string[]) => run(args, { url: list.app.databaseUrl, cwd })
const json = async (list: List, ...args: string[]) => {
  const { stdout, ...others } = await waitlist(list, ...args, '--json')
  expect(others).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

test('stats, list and show print JSON that other programs can read', async ({ list }) => {
  const { email } = await list.join()
  await list.quarantine()
  expect(await json(list, 'stats')).toMatchObject({ total: 1, quarantined: 1 })
  expect(await json(list, 'list')).toMatchObject([{ email }])
  expect(await json(list, 'show', email.toUpperCase())).toMatchObject({ status: 'listed', email })
})

test('a command knows who has joined a moment ago, without a worker', async ({ list }) => {
  const person = newPerson()
  await list.app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
  expect(await json(list, 'show', person.email)).toMatchObject({
    status: 'listed',
    mails: [{ kind: 'confirm', state: 'waiting' }],
  })
})

test.for([
  [['list', '--confirmed', '--unconfirmed'], /cannot be used with/],
  [['list', '--quarantined', '--left'], /cannot be used with/],
  [['import', '-', '--confirmed', '--send-confirmation'], /cannot be used with/],
  [
    ['stats', '--by', 'shoe_size'],
    new RegExp(`Allowed choices are ${['day', ...COUNTED, 'source', 'referrer'].join(', ')}\\.`),
  ],
] as const)('%j is refused as wrong usage', async ([args, sentence], { list }) => {
  const { code, stderr } = await waitlist(list, ...args)
  expect(stderr).toMatch(sentence)
  expect(code).toBe(2)
})

test('stats --by source prints visits, people, confirmed people and their rates by source', async () => {
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
  const { stdout } = await run(['stats', '--by', 'source'], { url })
  expect(stdout).toBe(
    [
      'Source             Visits  Joined  of visits  Confirmed  of joined',
      'press                   4       2         0%          1        50%',
      'Direct or unknown       0       1          –          1       100%',
      '',
      'Visits are page loads, counted since 2026-01-02. The rate compares them with the people who have joined through the form since then.',
      '',
    ].join('\n'),
  )
})

test('stats prints each day once, and one table for each question and for the sources', async () => {
  const { url } = await newInstallation()
  const input = `email,first_name,last_name,role\na@example.com,Ada,Lee,${ROLE}\n`
  await run(['import', '-', '--confirmed', ...SET_DEFAULTS], { url, input })
  const { stdout } = await run(['stats'], { url })
  const today = new Date().toISOString().slice(0, 10)
  expect(stdout.split('\n').filter((line) => line.startsWith(today))).toHaveLength(1)
  expect(stdout).toMatch(new RegExp(`^${today} +0 +1 +– +1 +100%$`, 'm'))
  expect(stdout).toMatch(/ {2}1 +100%$/m)
  expect(stdout).not.toMatch(/[█▏]/)
  const headings = stdout.split('\n\n').map((part) => part.split(/ {2,}/)[0])
  expect(headings.slice(1, -1)).toEqual([
    'Day (UTC)',
    ...COUNTED.map((name) => FIELDS[name].label),
    'Source',
  ])
})

test('correct, release and erase change a person and print the result', async ({ list }) => {
  const { email } = await list.quarantine()
  expect(await json(list, 'release', email)).toMatchObject({ email, confirmed_at: null })
  expect(await json(list, 'correct', email, 'last_name', 'King')).toMatchObject({
    last_name: 'King',
  })
  const { stderr, stdout } = await waitlist(list, 'erase', email, '--yes')
  expect(stderr).toBe('')
  expect(stdout).toMatch(/King[\s\S]*Erased 1 signup\.\n$/)
  expect(await waitlist(list, 'show', email)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Nothing is stored about that address.\n',
  })
})

test('erase --forget takes back an erasure of one address, and records it', async ({ list }) => {
  const { email } = await list.join()
  expect(await waitlist(list, 'erase', '--forget', email)).toMatchObject({
    code: 1,
    stderr: 'No erasure is recorded for that address.\n',
  })
  await waitlist(list, 'erase', email, '--yes')
  expect(await json(list, 'erase', '--forget', email.toUpperCase())).toEqual({ forgotten: true })
  await list.join({ email })
  const { history } = await json(list, 'show', email)
  expect(history.map(({ detail }: { detail: object }) => detail)).toEqual([
    { signups: 1 },
    { erasure: 'forgotten' },
  ])
})

test('export writes a file that only its owner can read, and import reads it', async ({ list }) => {
  await list.join()
  expect(await waitlist(list, 'export', '--out', 'people.csv')).toMatchObject({
    code: 0,
    stdout: '',
  })
  expect(statSync(join(cwd, 'people.csv')).mode & 0o777).toBe(0o600)
  const { url } = await newInstallation()
  const { code, stdout } = await run(['import', 'people.csv'], { url, cwd })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Added \d+ (person|people)\.\n$/)
})

test('import reads standard input, reports bad lines on stderr, and ends with 1', async () => {
  const input = 'email,first_name,last_name\nbo@example.com,Bo,Lee\nnobody,Bo,Lee\n'
  const { url } = await newInstallation()
  const command = ['import', '-', '--set', `role=${ROLE}`, ...SET_DEFAULTS]
  const later = `./waitlist ${command.join(' ')}`
  expect(await run(command, { url, input })).toEqual({
    code: 1,
    stdout: 'Added 1 person.\n',
    stderr: [
      `Line 3: email: ${FIELDS.email.messages.malformed}`,
      '1 line could not be imported.',
      'They are on the list without a confirmation, and no email is sent to them.',
      `If they confirmed in the other tool: ${later} --confirmed`,
      `To ask each of them by email: ${later} --send-confirmation`,
      '',
    ].join('\n'),
  })
  expect(await run(command, { url, input: input.slice(0, -14) })).toEqual({
    code: 0,
    stdout: 'Added 0 people.\nOn the list already: 1 line.\n',
    stderr: '',
  })
  expect(await run([...command, '--confirmed'], { url, input: input.slice(0, -14) })).toMatchObject(
    { code: 0, stdout: expect.stringContaining('Confirmed 1 person of the list.') },
  )
})

test('backup writes a file that only its owner can read, and restore reads it elsewhere', async ({
  list,
}) => {
  await list.join()
  expect(await waitlist(list, 'backup', 'all.gz')).toMatchObject({ code: 0, stdout: '' })
  expect(statSync(join(cwd, 'all.gz')).mode & 0o777).toBe(0o600)
  const { url } = await newInstallation()
  const { code, stdout } = await run(['restore', 'all.gz', '--json'], { url, cwd })
  expect(code).toBe(0)
  const { counts, restored } = JSON.parse(stdout)
  expect(restored).toBe(counts.people)
})

test('a backup that was made by others is refused with the file and what is wrong', async () => {
  const here = await newInstallation()
  await addPerson(here)
  const email = 'ada@example.com\nBcc: x@y.example'
  const forged = withRows(await backedUp(here), (lines) =>
    lines.map(({ table, row }) => ({ table, row: table === 'people' ? { ...row, email } : row })),
  )
  writeFileSync(join(cwd, 'forged.gz'), forged)
  expect(await run(['restore', 'forged.gz'], { url: here.url, cwd })).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^forged\.gz: .*email.*Nothing was changed\.\n$/),
  })
  writeFileSync(join(cwd, 'bomb.gz'), gzipSync(Buffer.alloc(2 ** 26, '0')))
  expect(await run(['restore', 'bomb.gz'], { url: here.url, cwd })).toMatchObject({
    code: 1,
    stderr: 'bomb.gz: Line 1 is longer than 16,777,216 bytes.\n',
  })
})

test('stats says how many confirmation emails have waited for ten minutes, and since when', async () => {
  const here = await newInstallation()
  const stats = async () => (await run(['stats'], { url: here.url })).stdout
  const email = await addPerson(here, { confirmed_at: null })
  await addSending(here, { kind: 'confirm', email_key: email, wanted_at: minutesAgo(9) })
  expect(await stats()).not.toContain('confirmation email')
  const other = await addPerson(here, { confirmed_at: null })
  await addSending(here, { kind: 'confirm', email_key: other, wanted_at: minutesAgo(11) })
  expect(await stats()).toMatch(
    /^1 confirmation email waits since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/m,
  )
})

test('the help of every command has an example', async () => {
  const { stdout, code } = await run(['help'])
  expect(code).toBe(0)
  const names = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = '']) => name)
  expect(names).toHaveLength(18)
  for (const name of names.filter((each) => each !== 'help')) {
    const help = await run([name, '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout.split(/^Examples?:$/m)[1]).toContain(`./waitlist ${name}`)
  }
})
