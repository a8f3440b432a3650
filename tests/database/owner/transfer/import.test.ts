import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { list } from '../../../../api/src/list/people/people.ts'
import { countPlaces } from '../../../../api/src/list/people/referrers.ts'
import { wantAfter } from '../../../../api/src/mail/letters/after.ts'
import { FIELDS } from '../../../../contract/waitlist.ts'
import { select } from '../../../support/database.ts'
import { temporaryFolder } from '../../../support/for-a-test.ts'
import { ROLES, SET_DEFAULTS } from '../../../support/people.ts'
import { contents, newInstallation, recorded, sendMail } from '../../support/installations.ts'
import { letter } from '../../support/letters-after.ts'
import { hold, untilBlocked } from '../../support/locks.ts'
import { addPerson, addSending } from '../../support/mailing.ts'
import { run, runAtTerminal, start } from '../../support/run-program.ts'
import { imported } from '../../support/transfers.ts'

const queued = (url: string) =>
  select(url, "SELECT kind, mailbox FROM mails WHERE state = 'waiting' ORDER BY mailbox, kind")

const [ROLE] = ROLES
const HEADER = 'first_name,last_name,email,role'
const csv = (...lines: string[]): string => `${[HEADER, ...lines].join('\n')}\n`

const FILE = csv(
  ...['ada', 'bo', 'cy', 'di', 'ed', 'flo'].map((name) => `Abc,Lee,${name}@example.com,${ROLE}`),
)

const waiting = (...names: string[]) =>
  names.map((name) => ({ kind: 'confirm', mailbox: `${name}@example.com` }))

const stateOf = async ({ url }: { url: string }) => [await contents(url), await recorded(url)]

test('good lines are imported, and bad lines are reported with their number and the reason', async () => {
  const here = await newInstallation()
  const lines = [
    `Ada,Lovelace,ada@example.com,${ROLE}`,
    '',
    ',,,',
    `"Gra\r\nce",Hopper,a@b.example,${ROLE}`,
    'Bo,,nobody,wizard',
    `Cy,Lee,cy@example.com,${ROLE},x,y,more`,
    `Di,Li,di@example.com,${ROLE}`,
  ]
  const file = [`${HEADER},__proto__,constructor`, ...lines].join('\n')
  expect(await imported(here, file)).toEqual({
    added: 2,
    known: 0,
    confirmed: 0,
    erased: 0,
    mails: 0,
    ahead: 0,
    ignored: new Set(['__proto__', 'constructor']),
    shared: {},
    bad: [
      { line: 5, reason: `first_name: ${FIELDS.first_name.messages.malformed}` },
      { line: 7, reason: expect.stringMatching(/^last_name: .+; email: .+; role: “wizard”/) },
      { line: 8, reason: 'more cells than the first line' },
    ],
  })
  expect(await list(here, { limit: 9 })).toHaveLength(2)
})

test('an import that stops midway says how many people it added, and the whole file can be imported again', async () => {
  const here = await newInstallation()
  const people = Array.from({ length: 12_000 }, (_, n) => `Abc,Lee,${n}@example.com,${ROLE}`)
  const file = csv(...people)
  const input = Buffer.concat([
    Buffer.from(file),
    Buffer.from('Caf\xe9,Lee,cafe@example.com,x', 'latin1'),
  ])
  const folder = temporaryFolder()
  for (const [name, content] of [
    ['wrong.csv', input],
    ['right.csv', file],
  ] as const)
    writeFileSync(join(folder, name), content)
  const { code, stderr } = await run(['import', join(folder, 'wrong.csv'), ...SET_DEFAULTS], here)
  expect(code).toBe(1)
  const [, added = ''] =
    /Line 12,002 is not UTF-8\..* The lines before it were imported \(([\d,]+) people added\)/.exec(
      stderr,
    ) ?? []
  expect(Number(added.replace(',', ''))).toBeGreaterThan(0)
  expect(await list(here, { limit: 20_000 })).toHaveLength(Number(added.replace(',', '')))
  expect(await run(['import', join(folder, 'right.csv'), ...SET_DEFAULTS], here)).toMatchObject({
    code: 0,
  })
  expect(await list(here, { limit: 20_000 })).toHaveLength(people.length)
})

test('a second import of a file neither changes nor records anything', async () => {
  const here = await newInstallation()
  const file = csv(`Ada,Lovelace,Ada@Example.com,${ROLE}`, `Other,Name,ada@example.com,${ROLE}`)
  expect(await imported(here, file)).toMatchObject({ added: 1, known: 1, bad: [] })
  const after = await stateOf(here)
  expect(await imported(here, file)).toMatchObject({ added: 0, known: 2, bad: [] })
  expect(await stateOf(here)).toEqual(after)
})

test('an erased person stays erased, however a file spells the address, unless they join again', async () => {
  const here = await newInstallation()
  await imported(here, FILE)
  for (const name of ['ada', 'bo']) await erase(here, `${name}@example.com`)
  await addPerson(here, { email: 'ada@example.com' })
  const file = FILE.replace('bo@', ' BO@')
  expect(await imported(here, file)).toMatchObject({ added: 0, erased: 1, known: 5 })
})

/** Imports FILE, and changes the other people so that only Ada and Flo can still be asked to confirm. */
async function importedBefore() {
  const here = await newInstallation()
  await imported(here, FILE)
  expect(await queued(here.url)).toEqual([])
  await here.query(
    "SELECT suppress('bo@example.com', 'left'), suppress('cy@example.com', 'bounced')",
  )
  await sendMail(here.url, 'di@example.com', 'token')
  await addSending(here, { kind: 'confirm', mailbox: 'ed@example.com' })
  return here
}

test('a second import sends a confirmation once to people who were never asked to confirm', async () => {
  const here = await importedBefore()
  const file = `${FILE}New,Lee,new@example.com,${ROLE}\n`
  const options = { sendConfirmation: true }
  expect(await imported(here, file, options)).toMatchObject({ added: 1, known: 6, mails: 3 })
  expect(await queued(here.url)).toEqual(waiting('ada', 'ed', 'flo', 'new'))
  const after = await stateOf(here)
  expect(await imported(here, file, options)).toMatchObject({ added: 0, mails: 0 })
  expect(await stateOf(here)).toEqual(after)
})

test('a second import confirms listed people who have not left, and withdraws their emails', async () => {
  const here = await importedBefore()
  await imported(here, FILE, { sendConfirmation: true })
  const [ada, flo] = ['ada', 'flo'].map((name) => `Abc,Lee,${name}@example.com,${ROLE}`)
  const withTimes = [`${HEADER},confirmed_at`, `${ada},2024-02-29T12:00:00Z`, `${flo},`].join('\n')
  expect(await imported(here, withTimes, { confirmed: true })).toMatchObject({ confirmed: 1 })
  expect(await list(here, { limit: 9, group: 'confirmed' })).toMatchObject([
    { email: 'ada@example.com', confirmed_at: '2024-02-29T12:00:00.000000Z' },
  ])
  expect(await imported(here, FILE, { confirmed: true })).toMatchObject({ added: 0, confirmed: 4 })
  expect(await queued(here.url)).toEqual([])
  expect(await list(here, { limit: 9, group: 'unconfirmed' })).toEqual([])
  expect(await list(here, { limit: 9, group: 'left' })).toMatchObject([{ confirmed_at: null }])
  const after = await stateOf(here)
  expect(await imported(here, FILE, { confirmed: true })).toMatchObject({ confirmed: 0 })
  expect(await stateOf(here)).toEqual(after)
})

test('people who confirmed in the other tool are imported as confirmed, without an email', async () => {
  const here = await newInstallation()
  const lines = [
    `Ada,Lovelace,ada@example.com,${ROLE},2024-02-29T12:00:00Z,press`,
    `Bo,Lee,bo@example.com,${ROLE},,not/a source`,
    `Di,Lee,di@example.com,${ROLE},last week,`,
  ]
  const file = [`${HEADER},confirmed_at,source`, ...lines].join('\n')
  expect(await imported(here, file, { confirmed: true })).toMatchObject({
    added: 2,
    mails: 0,
    bad: [{ line: 4, reason: 'confirmed_at: expected a time such as 2026-01-31T12:00:00Z' }],
  })
  await imported(here, csv(`Flo,Lee,flo@example.com,${ROLE}`), { confirmed: true })
  expect(await list(here, { limit: 9 })).toMatchObject([
    { first_name: 'Flo', confirmed_at: expect.any(String) },
    { first_name: 'Bo', confirmed_at: null, source: null },
    { confirmed_at: '2024-02-29T12:00:00.000000Z', source: 'press', consent: null },
  ])
  expect(await queued(here.url)).toEqual([])
})

test('people from a file without times are placed in line in the file’s order', async () => {
  const here = await newInstallation()
  await imported(here, FILE, { confirmed: true })
  await countPlaces(here)
  const people = await here.query<{ place: number }>(
    'SELECT place(people) FROM people ORDER BY mailbox',
  )
  expect(people.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a time up to a day ahead becomes the time of the import, in the file’s order, and the command reports it', async () => {
  const here = await newInstallation()
  const times = [9, 3, 6].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  const lines = ['ada', 'bo', 'cy'].map((name, n) =>
    [`Abc,Lee,${name}@example.com,${ROLE}`, times[n], times[n], times[n]].join(),
  )
  const input = [`${HEADER},Created at,confirmed_at,claimed_at`, ...lines].join('\n')
  const { stdout, stderr } = await run(['import', '-', '--confirmed', ...SET_DEFAULTS], {
    ...here,
    input,
  })
  expect(stdout).toBe('Added 3 people.\n')
  expect(stderr).toContain(
    '3 lines have a time up to a day ahead. The time of the import is used instead.',
  )
  const people = await here.query(
    'SELECT email FROM people WHERE greatest(joined_at, confirmed_at, claimed_at) <= now() ORDER BY joined_at',
  )
  expect(people.map(({ email }) => email)).toEqual(
    ['ada', 'bo', 'cy'].map((name) => `${name}@example.com`),
  )
})

test('an import asks for --dates if the file does not show whether day or month comes first', async () => {
  const here = await newInstallation()
  const file = join(temporaryFolder(), 'people.csv')
  const line = (name: string, date: string) => `Abc,Lee,${name}@example.com,${ROLE},${date}`
  writeFileSync(file, [`${HEADER},Date added`, line('ada', '3/4/2026 9:05pm')].join('\n'))
  expect(await run(['import', file], here)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Add --dates day-first or --dates month-first.'),
  })
  expect((await run(['import', file, '--dates', 'sideways'], here)).code).toBe(2)
  const { code } = await run(['import', file, '--dates', 'month-first', ...SET_DEFAULTS], here)
  expect(code).toBe(0)
  expect(await list(here, { limit: 9 })).toMatchObject([
    { joined_at: '2026-03-04T21:05:00.000000Z' },
  ])
})

test('people who left or complained earlier stay marked after an import, and are not emailed', async () => {
  const here = await newInstallation()
  await here.query(
    "SELECT suppress('ada@example.com', 'left'), suppress('bo@example.com', 'complained')",
  )
  await imported(here, FILE, { sendConfirmation: true })
  expect(await queued(here.url)).toEqual(waiting('cy', 'di', 'ed', 'flo'))
  const refused = 'left_at IS NOT NULL OR undeliverable_at IS NOT NULL'
  expect(await here.query(`SELECT email FROM people WHERE ${refused} ORDER BY 1`)).toEqual([
    { email: 'ada@example.com' },
    { email: 'bo@example.com' },
  ])
})

test('a killed import can run again, even twice at the same time, without losing or adding anyone', async () => {
  const here = await newInstallation()
  const file = join(temporaryFolder(), 'people.csv')
  // The file has more lines than one batch.
  const people = Array.from({ length: 2_500 }, (_, n) => `Abc,Lee,${n}@example.com,${ROLE}`)
  writeFileSync(file, csv(...people))
  const command = ['import', file, '--send-confirmation', ...SET_DEFAULTS]
  const release = await hold(
    here.url,
    `INSERT INTO people (mailbox, email, answers, joined_at) VALUES ('1700@example.com', 'x', '{}', now())`,
  )
  const child = start(command, { url: here.url })
  const ended = once(child, 'exit')
  // The lock blocks the second batch.
  await untilBlocked(here.url, 1)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  await release()
  await expect.poll(() => here.query('SELECT FROM people')).toHaveLength(1_000)
  await erase(here, '1@example.com')
  const ends = await Promise.all([1, 2].map(() => run(command, { url: here.url })))
  expect(ends).toMatchObject([{ code: 0 }, { code: 0 }])
  const added = ends.map(({ stdout }) =>
    Number(/Added ([\d,]+)/.exec(stdout)?.[1]?.replace(',', '')),
  )
  expect(added.reduce((sum, one) => sum + one)).toBe(1_500)
  const counts = `SELECT (SELECT count(*)::integer FROM people) AS people,
    (SELECT count(*)::integer FROM mails WHERE state = 'waiting') AS mails`
  expect(await here.query(counts)).toEqual([{ people: 2_499, mails: 2_499 }])
}, 120_000)

describe('letters that follow the confirmation', () => {
  /** Creates a site whose worker knows two letters, and a file with three people, one of whom confirmed a year ago. */
  async function newSite() {
    const here = await newInstallation()
    await here.query("INSERT INTO after_letters (name) VALUES ('question'), ('welcome')")
    const file = join(temporaryFolder(), 'people.csv')
    const year = new Date(Date.now() - 365 * 86_400_000).toISOString()
    const [ada, bo, cy] = ['ada', 'bo', 'cy'].map((name) => `Abc,Lee,${name}@example.com,${ROLE}`)
    const now = new Date().toISOString()
    const lines = [`${ada},${now}`, `${bo},${now}`, `${cy},${year}`, `${cy},`, `x,y,z,w,${now}`]
    writeFileSync(file, `${HEADER},confirmed_at\n${lines.join('\n')}\n`)
    const args = ['import', file, '--confirmed', ...SET_DEFAULTS]
    return { here, file, args, people: () => select(here.url, 'SELECT FROM people') }
  }

  test('an import that confirms people says how many letters will follow, and asks first', async () => {
    const { here, args, people } = await newSite()
    const { code, stdout } = await runAtTerminal(
      args.map((each) => `'${each}'`).join(' '),
      [['[y/N] ', 'n\r']],
      here,
    )
    expect([code, stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringContaining(
        'This import confirms people, so these letters follow: “question” to at most 2 people, “welcome” to at most 2 people. ' +
          'At 300 emails an hour, sending takes up to an hour. Use --no-letters to skip them. ' +
          'Import these people and send the letters? [y/N]',
      ),
    ])
    expect(await people()).toEqual([])
  })

  test('without a terminal, an import that triggers letters needs --yes or --no-letters', async () => {
    const { here, file, args, people } = await newSite()
    const refused = { code: 2, stderr: expect.stringContaining('--yes') }
    expect(await run(args, here)).toMatchObject(refused)
    const input = readFileSync(file, 'utf8')
    const piped = args.with(1, '-')
    expect(await run(piped, { ...here, input })).toMatchObject(refused)
    expect(await people()).toEqual([])
    const stdout = expect.stringContaining('Added 3 people.')
    expect(await run([...piped, '--no-letters'], { ...here, input })).toMatchObject({ stdout })
    expect(await here.query('SELECT DISTINCT state FROM mails')).toEqual([{ state: 'withdrawn' }])
  })

  test('an import from a pipe says which letters follow, and reads the pipe only once', async () => {
    const { here, file, args } = await newSite()
    const pipe = join(temporaryFolder(), 'pipe')
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
    const copied = once(spawn('sh', ['-c', 'cat "$0" > "$1"', file, pipe]), 'exit')
    expect(await run([...args.with(1, pipe), '--yes'], here)).toMatchObject({
      stdout: expect.stringContaining('Added 3 people.'),
      stderr: expect.stringContaining('letters follow: “question”, “welcome”. Use --no-letters'),
    })
    await copied
  })

  test('an import does not ask if no letter follows', async () => {
    const { here, file, args } = await newSite()
    expect((await run(['import', file, '--no-letters'], here)).code).toBe(2)
    expect((await run(['import', file, ...SET_DEFAULTS], here)).stdout).toContain('Added 3 people.')
    await here.query("UPDATE after_letters SET starts_at = now() + interval '1 minute'")
    expect((await run(args, here)).stdout).toContain('Confirmed 3 people on the list.')
    const other = await newSite()
    await wantAfter(
      other.here,
      ['question', 'welcome'].map((name) => letter(name, 0, { friends: 3 })),
    )
    expect((await run(other.args, other.here)).stdout).toContain('Added 3 people.')
  })
})
