import { expect, onTestFinished, test, vi } from 'vitest'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { includeEarlier, wantAfter } from '../../../../api/src/mail/letters/after.ts'
import { openSession, type Session } from '../../../../api/src/system/session.ts'
import { letterRound } from '../../../../api/src/worker/chores.ts'
import { newInstallation, tablesWith } from '../../support/installations.ts'
import {
  classes,
  clickLink,
  letter,
  passDays,
  round,
  withPerson,
} from '../../support/letters-after.ts'
import { addPerson, addSending, minutesAgo, waitingFor } from '../../support/mailing.ts'

test('a letter is sent once, the number of days after the confirmation that its file specifies', async () => {
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

test('a letter goes to a person who is invited only if it says until: always', async () => {
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

test('a person who left while a letter waited gets it after coming back', async () => {
  const letters = [letter('welcome', 0)]
  const { here, email } = await withPerson(letters, 0)
  await wantAfter(here, letters)
  await here.query("SELECT suppress($1, 'left')", [email])
  expect(await round(here, letters)).toEqual([])
  await clickLink(here, email)
  expect(await round(here, letters)).toEqual(['welcome, Ada'])
})

test('a letter is sent ahead of bulk only on day 0, and only to a person who has just clicked', async () => {
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

test('a letter for day 0 is queued within ten seconds of the click', async () => {
  const here = await newInstallation()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const workerRound = letterRound([letter('welcome', 0)])
  await workerRound(here)
  const email = await addPerson(here, { confirmed_at: null })
  await clickLink(here, email)
  // The worker runs its rounds every half second.
  vi.advanceTimersByTime(9_500)
  await workerRound(here)
  expect(await waitingFor(here, 'after')).toEqual([email])
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

test('two workers together send a letter only once', async () => {
  const here = await newInstallation()
  const letters = [letter('one', 0)]
  await round(here, letters)
  await addPerson(here)
  const other = await openSession(here.url)
  const sent = await Promise.all([round(here, letters), round(other, letters)])
  await other.close()
  expect(sent.flat()).toHaveLength(1)
})
