import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newToken } from '../../../../api/src/links/tokens.ts'
import { fold } from '../../../../api/src/list/inbox/fold.ts'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { runJobs } from '../../../../api/src/list/retention.ts'
import { includeEarlier, putBack, wantAfter } from '../../../../api/src/mail/letters/after.ts'
import type { Claimed } from '../../../../api/src/mail/queue/leases.ts'
import { openSession, type Session } from '../../../../api/src/system/session.ts'
import { letterRound } from '../../../../api/src/worker/chores.ts'
import type { AfterLetter } from '../../../../letters/mail-templates.ts'
import { ROLES, SET_DEFAULTS } from '../../../support/people.ts'
import { contents, newInstallation, sendMail, tablesWith } from '../../support/installations.ts'
import {
  addPerson,
  addSending,
  minutesAgo,
  newFolder,
  sendDue,
  waitingFor,
} from '../../support/mailing.ts'
import { run, runAtTerminal } from '../../support/run-program.ts'
import { backedUp, imported, restored } from '../../support/transfers.ts'

const letter = (name: string, days: number, more: Partial<AfterLetter> = {}): AfterLetter => ({
  name,
  days,
  until: 'invited',
  where: [],
  subject: `${name}, {{first_name}}`,
  html: '',
  text: '',
  ...more,
})

/** Moves the times of people and emails into the past. */
const passDays = async (here: Session, days: number): Promise<void> => {
  const past = (column: string) => `${column} = ${column} - $1::float8 * interval '1 day'`
  await here.query(`UPDATE people SET ${past('joined_at')}, ${past('confirmed_at')}`, [days])
  await here.query(
    `UPDATE mails SET ${past('wanted_at')}, ${past('due_at')}, ${past('ended_at')}`,
    [days],
  )
  const times = ['starts_at', 'queued_until', 'missing_since', 'restored_until', 'restored_at']
  await here.query(`UPDATE after_letters SET ${times.map(past).join()}`, [days])
}

const round = async (here: Session, after: readonly AfterLetter[]): Promise<string[]> => {
  await wantAfter(here, after)
  const mails = await sendDue(here, newFolder({ after }).env)
  return mails.map(({ subject }) => subject ?? '')
}

test('a letter is sent once, as many days after the confirmation as its file says', async () => {
  const here = await newInstallation()
  const letters = [letter('welcome', 0), letter('question', 3)]
  await round(here, letters)
  await addPerson(here)
  expect(await round(here, letters)).toEqual(['welcome, Ada'])
  await passDays(here, 2)
  expect(await round(here, letters)).toEqual([])
  await passDays(here, 2)
  expect(await round(here, letters)).toEqual(['question, Ada'])
  await passDays(here, 9)
  expect(await round(here, letters)).toEqual([])
  await round(here, [])
  await round(here, letters)
  await includeEarlier(here, 'welcome')
  expect(await round(here, letters)).toEqual([])
})

/** The program, with a file of the letter and a build that has it. */
async function newProgram(after: readonly AfterLetter[]) {
  const here = await newInstallation()
  const { env, write } = newFolder({ after })
  const file = write('question.md', '---\nsubject: Hello\nafter: 3d\n---\n\nHello\n')
  return { here, file, write, options: { url: here.url, env: { ...env, MAIL_PER_HOUR: '100' } } }
}

test('a new letter goes to people who confirmed earlier only with announce --also-earlier', async () => {
  const letters = [letter('question', 3)]
  const { here, file, options } = await newProgram(letters)
  const include = () => run(['announce', file, '--also-earlier', '--yes'], options)
  await addPerson(here)
  expect(await run(['announce', file, '--yes'], options)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('after their confirmation'),
  })
  const erased = await addPerson(here)
  const mailbox = await addPerson(here, { confirmed_at: null })
  for (const other of [
    { kind: 'announce', about: 'question', state: 'sent' },
    { kind: 'after', about: 'question', state: 'failed' },
    { kind: 'after', about: 'other', state: 'withdrawn' },
    { kind: 'announce', about: 'other', state: 'withdrawn' },
  ] as const)
    await addSending(here, { ...other, mailbox })
  await passDays(here, 5)
  expect(await include()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has no such letter'),
  })
  expect(await round(here, letters)).toEqual([])
  expect(await include()).toMatchObject({ code: 0 })
  expect(await round(here, letters)).toEqual(['question, Ada', 'question, Ada'])
  expect(await round(here, letters)).toEqual([])
  expect(await include()).toMatchObject({ code: 0, stderr: expect.stringContaining('No one') })
  await erase(here, erased)
  const { stdout } = await run(['stats'], options)
  expect(stdout).toMatch(/Letter +People\n(?:.*─.*\n)?question +1\n\n/)
  expect(await here.query("SELECT FROM mails WHERE state = 'withdrawn'")).toHaveLength(2)
})

test('a letter of three days can be tried with an imported person who confirmed earlier', async () => {
  const letters = [letter('welcome', 0), letter('question', 3)]
  const { here, file, write, options } = await newProgram(letters)
  await round(here, letters)
  await passDays(here, 10)
  await round(here, letters)
  const people = `email,first_name,last_name,role,confirmed_at\nyou@example.com,You,Test,${ROLES[0]},${minutesAgo(5 * 1_440)}\n`
  const args = ['import', write('you.csv', people), '--confirmed', ...SET_DEFAULTS]
  expect(await run(args, options)).toMatchObject({
    code: 0,
    stdout: 'Added 1 person.\n',
    stderr: '',
  })
  expect(await round(here, letters)).toEqual([])
  expect(await run(['announce', file, '--also-earlier', '--yes'], options)).toMatchObject({
    code: 0,
  })
  expect(await round(here, letters)).toEqual(['question, You'])
})

test('announce --also-earlier says how many people get the letter and how long that takes, and asks', async () => {
  const letters = [
    letter('another', 3),
    letter('question', 3, { where: [{ name: 'source', values: ['friend'] }] }),
  ]
  const { here, file, options } = await newProgram(letters)
  const friend = { source: 'friend', confirmed_at: minutesAgo(5 * 1_440) }
  const early = await addPerson(here, friend)
  await addSending(here, { kind: 'announce', about: 'question', mailbox: early, state: 'sent' })
  await addSending(here, { kind: 'after', about: 'another', mailbox: early, state: 'sent' })
  await wantAfter(here, letters)
  for (const changes of [
    { ...friend, source: 'other' },
    { ...friend, left_at: 'now' },
  ]) {
    await addPerson(here, changes)
  }
  await addPerson(here, { source: 'friend', first_name: 'Will get it anyway' })
  for (const state of ['sent', 'waiting', 'withdrawn'] as const) {
    const mailbox = await addPerson(here, { source: 'friend', first_name: 'Has a row' })
    await addSending(here, { kind: 'after', about: 'question', mailbox, state })
  }
  await addPerson(here, { ...friend, confirmed_at: minutesAgo(1_440) })
  const before = await contents(here.url)
  const { code, stdout } = await runAtTerminal(
    `announce ${file} --also-earlier`,
    [['[y/N] ', 'n\r']],
    options,
  )
  expect([code, stdout.replaceAll(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining(
      'Send “question” also to 3 people who confirmed before it was added? ' +
        'At 100 emails an hour, sending takes up to an hour. [y/N]',
    ),
  ])
  expect(await contents(here.url)).toEqual(before)
})

test('a letter does not go to people who left, are invited or do not meet its condition', async () => {
  const here = await newInstallation()
  const letters = [letter('question', 3, { where: [{ name: 'source', values: ['friend'] }] })]
  await round(here, letters)
  await addPerson(here, { source: 'friend', left_at: 'now' })
  await addPerson(here, { source: 'friend', invited_at: 'now' })
  await addPerson(here, { source: 'other' })
  await passDays(here, 4)
  expect(await round(here, letters)).toEqual([])
  expect(await here.query("SELECT FROM mails WHERE kind = 'after'")).toEqual([])
})

test('a letter with until: always goes to a person who is invited, and one without it does not', async () => {
  const letters = [letter('always', 0, { until: 'always' }), letter('invited', 0)]
  const { here, email } = await withPerson(letters, 0)
  await addSending(here, { kind: 'invite', mailbox: email, state: 'sent' })
  expect(await round(here, letters)).toEqual(['always, Ada'])
  await passDays(here, 2)
  expect(await round(here, letters)).toEqual([])
})

test('a letter does not go to people who confirmed before its file was added', async () => {
  const here = await newInstallation()
  await addPerson(here, { first_name: 'Before', confirmed_at: minutesAgo(1) })
  const letters = [letter('welcome', 0)]
  for (const _ of ['first', 'second']) expect(await round(here, letters)).toEqual([])
  await addPerson(here, { first_name: 'After' })
  expect(await round(here, letters)).toEqual(['welcome, After'])
})

test.each<[string, (here: Session, email: string) => Promise<unknown>]>([
  ['leaves', (here, email) => here.query("SELECT suppress($1, 'left')", [email])],
  ['is erased', erase],
  ['is invited', (here, mailbox) => addSending(here, { kind: 'invite', mailbox, state: 'sent' })],
])('a letter does not go to a person who %s while it waits', async (_what, change) => {
  const here = await newInstallation()
  const letters = [letter('one', 0)]
  await round(here, letters)
  const email = await addPerson(here)
  await wantAfter(here, letters)
  expect(await waitingFor(here, 'after')).toEqual([email])
  await change(here, email)
  expect(await round(here, letters)).toEqual([])
  if (change === erase) expect(await tablesWith(here.url, email)).toEqual([])
})

/** Confirms through the link of an email that is sent now. A person who has left sends the form first. */
async function clickLink(here: Session, email: string): Promise<void> {
  await here.query(
    `INSERT INTO inbox (email, mailbox, answers, consent)
     SELECT email, mailbox, answers, 'unknown' FROM people WHERE mailbox = $1 AND left_at IS NOT NULL`,
    [email],
  )
  await fold(here, { events: false })
  const { hash } = newToken()
  await here.query('INSERT INTO links (token, mailbox) VALUES ($1, $2)', [hash, email])
  await here.query('SELECT confirm_by_link($1, true)', [hash])
}

/** An installation whose worker knows the letters, and a person who confirmed there as many days ago. */
async function withPerson(letters: readonly AfterLetter[], days: number) {
  const here = await newInstallation()
  await round(here, letters)
  const email = await addPerson(here)
  await passDays(here, days)
  return { here, email }
}

test('after a restore, a letter due before the restore is not sent, and a letter due later is', async () => {
  const letters = [letter('question', 3)]
  const { here } = await withPerson(letters, 4)
  await addPerson(here, { first_name: 'Bo' })
  const there = await newInstallation()
  await restored(there, await backedUp(here))
  expect(await round(there, letters)).toEqual([])
  await passDays(there, 4)
  expect(await round(there, letters)).toEqual(['question, Bo'])
})

test('after a restore, no round repeats what was sent since the backup or what the restore withdrew', async () => {
  const letters = [letter('welcome', 0), letter('question', 3)]
  const { here } = await withPerson([letter('question', 3)], 2.99)
  await round(here, letters)
  await addPerson(here, { first_name: 'Waits' })
  await wantAfter(here, letters)
  await addPerson(here, { first_name: 'Sent' })
  // The rows are those of half an hour ago.
  await passDays(here, 0.02)
  const file = await backedUp(here)
  expect(await round(here, letters)).toEqual(['question, Ada', 'welcome, Waits', 'welcome, Sent'])
  const there = await newInstallation()
  expect(await restored(there, file)).toMatchObject({ withdrawn: { letters: 1 } })
  for (const _ of ['first', 'second', 'third']) expect(await round(there, letters)).toEqual([])
})

test('people of a restore get letters that fall due later, even if a worker ran before the restore', async () => {
  const letters = [letter('question', 3)]
  const { here } = await withPerson(letters, 2)
  const there = await newInstallation()
  await round(there, letters)
  await restored(there, await backedUp(here))
  expect(await round(there, letters)).toEqual([])
  await passDays(there, 2)
  expect(await round(there, letters)).toEqual(['question, Ada'])
})

test('announce --also-earlier sends what a restore has held back', async () => {
  const letters = [letter('welcome', 0)]
  const { here } = await withPerson(letters, 0)
  await wantAfter(here, letters)
  const there = await newInstallation()
  await restored(there, await backedUp(here))
  expect(await round(there, letters)).toEqual([])
  await includeEarlier(there, 'welcome')
  expect(await round(there, letters)).toEqual(['welcome, Ada'])
})

test('a person who left while a letter waited gets it after coming back', async () => {
  const letters = [letter('welcome', 0)]
  const { here, email } = await withPerson(letters, 0)
  await wantAfter(here, letters)
  await here.query("SELECT suppress($1, 'left')", [email])
  expect(await round(here, letters)).toEqual([])
  await clickLink(here, email)
  expect(await round(here, letters)).toEqual(['welcome, Ada'])
})

test('a restore takes no letter from people who were on the list already', async () => {
  const letters = [letter('welcome', 0)]
  const { here } = await withPerson(letters, 0.5)
  const there = await newInstallation()
  await round(there, letters)
  await addPerson(there, { first_name: 'New' })
  await restored(there, await backedUp(here))
  expect(await round(there, letters)).toEqual(['welcome, New'])
  await addPerson(there, { first_name: 'Newer' })
  const unconfirmed = await addPerson(there, { confirmed_at: null })
  const file = await backedUp(there)
  await there.query('DELETE FROM people WHERE mailbox = $1', [unconfirmed])
  expect(await restored(there, file)).toMatchObject({ restored: 1 })
  expect(await round(there, letters)).toEqual(['welcome, Newer'])
})

test('a letter whose file is missing for less than a week goes on where it was', async () => {
  const letters = [letter('welcome', 0), letter('question', 3)]
  const { here } = await withPerson(letters, 0)
  await wantAfter(here, letters)
  await addPerson(here, { first_name: 'Bo' })
  for (const days of [0, 3, 3.5]) {
    await passDays(here, days)
    expect(await round(here, [])).toEqual([])
  }
  // A worker without the file looks again after an hour at the latest.
  await passDays(here, 1 / 24)
  expect((await round(here, letters)).toSorted()).toEqual(['welcome, Ada', 'welcome, Bo'])
  await passDays(here, 2)
  expect(await round(here, letters)).toEqual(['question, Ada', 'question, Bo'])
})

test('a letter whose file was missing for a week starts again when the file returns', async () => {
  const letters = [letter('question', 3)]
  const { here } = await withPerson(letters, 0)
  await round(here, [])
  await passDays(here, 7.1)
  await round(here, [])
  await passDays(here, 1)
  expect(await round(here, letters)).toEqual([])
  expect(await waitingFor(here, 'after')).toEqual([])
  await addPerson(here, { first_name: 'Bo' })
  await passDays(here, 4)
  expect(await round(here, letters)).toEqual(['question, Bo'])
})

test('a worker that was stopped for more than a week sends what fell due', async () => {
  const letters = [letter('question', 3)]
  const { here } = await withPerson(letters, 30)
  expect(await round(here, letters)).toEqual(['question, Ada'])
})

test('of two workers, the one without a letter’s file leaves the letter to the other', async () => {
  const letters = [letter('welcome', 0)]
  const { here } = await withPerson(letters, 0)
  await wantAfter(here, letters)
  const [mail] = await here.query<{ id: string }>('SELECT id FROM mails')
  const lost = { ...mail, lease: randomUUID(), kind: 'after', about: 'welcome' } as Claimed
  expect(await putBack(here, lost, [])).toBe(false)
  for (const _ of ['first week', 'second week']) {
    await wantAfter(here, letters)
    expect(await round(here, [])).toEqual([])
    await passDays(here, 6)
    await wantAfter(here, letters)
    expect(await round(here, [])).toEqual([])
  }
  await passDays(here, 1)
  await addPerson(here, { first_name: 'Bo' })
  expect((await round(here, letters)).toSorted()).toEqual(['welcome, Ada', 'welcome, Bo'])
})

const csv = (...people: string[]): string =>
  ['first_name,last_name,email,role', ...people.map((person) => `${person},${ROLES[0]}`)].join('\n')

/** Returns each person and letter with the reason why the email is wanted. */
const classes = async (here: Session): Promise<string[]> =>
  (
    await here.query<{ text: string }>(
      `SELECT concat_ws(' ', answers->>'first_name', letter, class) AS text
       FROM mails JOIN people USING (mailbox) WHERE kind = 'after' ORDER BY 1`,
    )
  ).map(({ text }) => text)

test('only people who have just clicked are waiting for a letter, and only for that of day 0', async () => {
  const letters = [letter('one', 0), letter('two', 7)]
  const { here, email } = await withPerson(letters, 6)
  await here.query("SELECT suppress($1, 'left')", [email])
  await clickLink(here, email)
  await clickLink(here, await addPerson(here, { first_name: 'Late', confirmed_at: null }))
  await here.query(
    `UPDATE people SET confirmed_at = confirmed_at - interval '2 hours' WHERE mailbox <> $1`,
    [email],
  )
  await addPerson(here, { first_name: 'Listed' })
  await wantAfter(here, letters)
  expect(await classes(here)).toEqual(['Ada one asked', 'Late one bulk', 'Listed one bulk'])
  await passDays(here, 8)
  await wantAfter(here, letters)
  expect(await classes(here)).toContain('Ada two bulk')
})

test('a letter of day 0 waits within ten seconds of the click', async () => {
  const here = await newInstallation()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const workerRound = letterRound([letter('welcome', 0)])
  await workerRound(here)
  const email = await addPerson(here, { confirmed_at: null })
  await clickLink(here, email)
  // The worker calls its rounds every half a second.
  vi.advanceTimersByTime(9_500)
  await workerRound(here)
  expect(await waitingFor(here, 'after')).toEqual([email])
})

test('people whom an import confirms are not waiting for a letter, even if they were asked by email before', async () => {
  const here = await newInstallation()
  const letters = [letter('one', 0)]
  await round(here, letters)
  await addPerson(here, { email: 'ada@example.com', confirmed_at: null })
  await sendMail(here.url, 'ada@example.com', 'token')
  const file = csv('Ada,Li,ada@example.com', 'Bo,Li,bo@example.com')
  expect(await imported(here, file, { confirmed: true })).toMatchObject({ added: 1, confirmed: 1 })
  await wantAfter(here, letters)
  expect(await classes(here)).toEqual(['Ada one bulk', 'Bo one bulk'])
  await here.query("SELECT suppress('ada@example.com', 'left')")
  await clickLink(here, 'ada@example.com')
  await wantAfter(here, letters)
  expect(await classes(here)).toContain('Ada one asked')
})

test('import --no-letters skips letters, unless the owner includes people from before or the person clicks', async () => {
  const here = await newInstallation()
  const letters = [letter('one', 0), letter('two', 100)]
  await round(here, letters)
  await addPerson(here, { email: 'ada@example.com', confirmed_at: null })
  const file = csv('Ada,Li,ada@example.com', 'Bo,Li,bo@example.com', 'Cy,Li,cy@example.com')
  await imported(here, file, { confirmed: true, letters: false })
  const listed = await addPerson(here, { first_name: 'Listed' })
  expect(await round(here, letters)).toEqual(['one, Listed'])
  await here.query("SELECT suppress('cy@example.com', 'left')")
  await clickLink(here, 'cy@example.com')
  expect(await round(here, letters)).toEqual(['one, Cy'])
  await erase(here, listed)
  // The records of other withdrawn emails are deleted after 90 days.
  await passDays(here, 95)
  await runJobs(here, { canSend: true })
  await passDays(here, 6)
  expect(await round(here, letters)).toEqual(['two, Cy'])
  await erase(here, 'bo@example.com')
  expect(await tablesWith(here.url, 'bo@example.com')).toEqual([])
  await includeEarlier(here, 'one')
  expect(await round(here, letters)).toEqual(['one, Ada'])
})

test('removing a letter’s file withdraws the letter, and editing the file changes what is sent', async () => {
  const here = await newInstallation()
  await round(here, [letter('a', 0)])
  await addPerson(here)
  await wantAfter(here, [letter('a', 0)])
  expect(await round(here, [])).toEqual([])
  await passDays(here, 7.1)
  expect(await round(here, [])).toEqual([])
  expect(await waitingFor(here, 'after')).toEqual([])
  const changed = [letter('b', 0)]
  await round(here, changed)
  await addPerson(here)
  await wantAfter(here, changed)
  expect(await round(here, [{ ...letter('b', 0), subject: 'Corrected' }])).toEqual(['Corrected'])
  await addPerson(here)
  await wantAfter(here, changed)
  const where = [{ name: 'source', values: ['friend'] }]
  expect(await round(here, [letter('b', 0, { where })])).toEqual([])
})

test('a person gets at most one letter a day', async () => {
  const here = await newInstallation()
  const letters = [letter('one', 0), letter('two', 0)]
  await round(here, letters)
  await addPerson(here)
  expect(await round(here, letters)).toHaveLength(1)
  await passDays(here, 2)
  expect(await round(here, letters)).toHaveLength(1)
})

test('two workers send a letter once', async () => {
  const here = await newInstallation()
  const letters = [letter('one', 0)]
  await round(here, letters)
  await addPerson(here)
  const other = await openSession(here.url)
  const sent = await Promise.all([round(here, letters), round(other, letters)])
  await other.close()
  expect(sent.flat()).toHaveLength(1)
})
