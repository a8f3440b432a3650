import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { putBack, wantAfter } from '../../../../api/src/mail/letters/after.ts'
import type { Claimed } from '../../../../api/src/mail/queue/leases.ts'
import { newInstallation } from '../../support/installations.ts'
import { clickLink, letter, passDays, round, withPerson } from '../../support/letters-after.ts'
import { addPerson, waitingFor } from '../../support/mailing.ts'
import { backedUp, restored } from '../../support/transfers.ts'

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

test('after a restore, letters that were sent since the backup or withdrawn by the restore are not repeated', async () => {
  const letters = [letter('welcome', 0), letter('question', 3)]
  const { here } = await withPerson([letter('question', 3)], 2.99)
  await round(here, letters)
  await addPerson(here, { first_name: 'Waits' })
  await wantAfter(here, letters)
  await addPerson(here, { first_name: 'Sent' })
  // The rows are now half an hour old.
  await passDays(here, 0.02)
  const file = await backedUp(here)
  expect(await round(here, letters)).toEqual(['question, Ada', 'welcome, Waits', 'welcome, Sent'])
  const there = await newInstallation()
  expect(await restored(there, file)).toMatchObject({ withdrawn: { letters: 1 } })
  for (const _ of ['first', 'second', 'third']) expect(await round(there, letters)).toEqual([])
})

test('a letter that waited in a backup is not sent after the person left and came back', async () => {
  const letters = [letter('welcome', 0)]
  const { here, email } = await withPerson(letters, 0)
  await wantAfter(here, letters)
  const there = await newInstallation()
  await restored(there, await backedUp(here))
  await there.query("SELECT suppress($1, 'left')", [email])
  await clickLink(there, email)
  expect(await round(there, letters)).toEqual([])
})

test('restored people get letters that fall due later, even if a worker ran before the restore', async () => {
  const letters = [letter('question', 3)]
  const { here } = await withPerson(letters, 2)
  const there = await newInstallation()
  await round(there, letters)
  await restored(there, await backedUp(here))
  expect(await round(there, letters)).toEqual([])
  await passDays(there, 2)
  expect(await round(there, letters)).toEqual(['question, Ada'])
})

test('people who were already on the list before a restore still get their letters', async () => {
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

test('a letter whose file is missing for less than a week continues where it stopped', async () => {
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

test('a worker that was stopped for more than a week sends the letters that fell due', async () => {
  const letters = [letter('question', 3)]
  const { here } = await withPerson(letters, 30)
  expect(await round(here, letters)).toEqual(['question, Ada'])
})

test('a worker without a letter’s file leaves the letter to the worker that has the file', async () => {
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
