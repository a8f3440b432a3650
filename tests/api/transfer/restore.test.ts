import { expect } from 'vitest'
import type { Session } from '../../../api/src/database/session.ts'
import { correct } from '../../../api/src/people/correct.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { list as listPeople } from '../../../api/src/people/list.ts'
import { release } from '../../../api/src/people/release.ts'
import { type List, test } from '../../support/fixtures/api.ts'
import { newInstallation, sendMail, tablesWith } from '../../support/program/installations.ts'
import { backedUp, restored } from '../../support/program/transfers.ts'

const listed = (session: Session) => listPeople(session, { limit: 99 })
const quarantined = (session: Session) => listPeople(session, { limit: 99, quarantined: true })
const personOf = async (session: Session, email: string) =>
  (await listed(session)).find((person) => person['email'] === email)

/** The database of this file, and a second one with the same list. */
async function twoInstallations(list: List) {
  const here = list.session
  const there = await newInstallation()
  await restored(there, await backedUp(here))
  return { here, there }
}

test('a person who joined again after an erasure survives older and newer backups', async ({
  list,
}) => {
  const { session: here, join } = list
  const { email } = await join({ first_name: 'Before' })
  const older = await backedUp(here)
  await erase(here, email)
  await join({ email, first_name: 'Again' })
  await restored(here, older)
  expect(await personOf(here, email)).toMatchObject({ first_name: 'Again' })
  const there = await newInstallation()
  await restored(there, older)
  await restored(there, await backedUp(here))
  expect(await personOf(there, email)).toMatchObject({ first_name: 'Again' })
})

test('an erasure in a backup erases the person in the other installation', async ({ list }) => {
  const { email } = await list.join()
  await list.quarantine({ email })
  const { here, there } = await twoInstallations(list)
  await correct(there, email, { last_name: 'King' })
  await correct(there, email, { email: email.toUpperCase() })
  await erase(here, email)
  expect(await restored(there, await backedUp(here))).toMatchObject({ erased: 2 })
  expect(await personOf(there, email.toUpperCase())).toBeUndefined()
})

test('an erasure in either installation holds in both, although their hash keys differ', async ({
  list,
}) => {
  const { email } = await list.join()
  const file = await backedUp(list.session)
  const there = await newInstallation()
  const own = await newInstallation()
  // `there` listed the same person independently, and erased them with its own key
  await there.query(
    `INSERT INTO signups (email, email_key, answers, joined_at) VALUES ($1, $1, '{}', '2020-01-01')`,
    [email],
  )
  await erase(there, email)
  await restored(there, file)
  expect(await personOf(there, email)).toBeUndefined()
  await restored(own, file)
  expect(await restored(own, await backedUp(there))).toMatchObject({ erased: 1 })
})

test('the later of two corrections stays, wherever it was made', async ({ list }) => {
  const { email } = await list.join({ last_name: 'Byron' })
  const { here, there } = await twoInstallations(list)
  await correct(there, email, { last_name: 'There' })
  await correct(here, email, { last_name: 'Here' })
  const [fromHere, fromThere] = [await backedUp(here), await backedUp(there)]
  expect(await restored(here, fromThere)).toMatchObject({ restored: 0 })
  expect(await restored(there, fromHere)).toMatchObject({ restored: 1 })
  for (const session of [here, there])
    expect(await personOf(session, email)).toMatchObject({ last_name: 'Here' })
})

/** Sets columns of a person, each to a day of 2026. */
const setDays = (session: Session, email: string, days: Readonly<Record<string, string | null>>) =>
  session.query(
    `UPDATE signups SET ${Object.keys(days)
      .map((column, index) => `${column} = $${index + 2}`)
      .join(', ')} WHERE email = $1`,
    [email, ...Object.values(days).map((day) => day && `2026-${day}`)],
  )

test.for([
  ['left after confirming', { confirmed_at: '01-01' }, { confirmed_at: '01-01', left_at: '02-01' }],
  ['left without confirming', { confirmed_at: null }, { left_at: '02-01' }],
  [
    'confirmed again after leaving',
    { confirmed_at: '01-01', left_at: '02-01' },
    { confirmed_at: '03-01', left_at: null },
  ],
] as const)(
  'for a person who %s, the later event holds in both installations',
  async ([_what, before, after], { list }) => {
    const { email } = await list.join()
    await setDays(list.session, email, before)
    const { here, there } = await twoInstallations(list)
    const older = await backedUp(here)
    await setDays(here, email, after)
    const newer = await backedUp(here)
    const [expected] = await here.query('SELECT * FROM signups WHERE email = $1', [email])
    for (const file of [newer, older, newer, older]) {
      for (const session of [here, there]) await restored(session, file)
    }
    for (const session of [here, there]) {
      expect(await session.query('SELECT * FROM signups WHERE email = $1', [email])).toEqual([
        expected,
      ])
    }
  },
)

test('a restore keeps the first consent, the source of the first signup, and the first mails', async ({
  list,
}) => {
  const { email } = await list.join()
  const { here, there } = await twoInstallations(list)
  await here.query(
    "UPDATE signups SET source = 'first', agreed_to = NULL, agreed_at = NULL WHERE email = $1",
    [email],
  )
  await there.query(
    "UPDATE signups SET source = 'second', agreed_to = 'v2', agreed_at = '2026-01-02T00:00:00Z' WHERE email = $1",
    [email],
  )
  await setDays(here, email, { joined_at: '01-01', invited_at: '03-01', undeliverable_at: null })
  await setDays(there, email, {
    joined_at: '01-02',
    invited_at: '02-01',
    corrected_at: '05-01',
    undeliverable_at: '04-01',
  })
  const [fromHere, fromThere] = [await backedUp(here), await backedUp(there)]
  await restored(here, fromThere)
  await restored(there, fromHere)
  for (const session of [here, there]) {
    expect(await personOf(session, email)).toMatchObject({
      joined_at: '2026-01-01T00:00:00.000000Z',
      source: 'first',
      agreed_to: 'v2',
      agreed_at: '2026-01-02T00:00:00.000000Z',
      invited_at: '2026-02-01T00:00:00.000000Z',
      undeliverable_at: '2026-04-01T00:00:00.000000Z',
    })
    expect(await restored(session, fromHere)).toMatchObject({ restored: 0 })
    expect(await restored(session, fromThere)).toMatchObject({ restored: 0 })
  }
})

test('a restore brings back no link of an erased person, also if the person has joined again', async ({
  list,
}) => {
  const { session: here, join, app } = list
  const { email } = await join()
  await sendMail(app.databaseUrl, email, 'erased link')
  const older = await backedUp(here)
  await erase(here, email)
  await restored(here, older)
  expect(await tablesWith(app.databaseUrl, email)).toEqual([])
  await join({ email })
  await restored(here, older)
  expect(await here.query('SELECT FROM links WHERE email_key = $1', [email])).toEqual([])
})

test('a restore brings back no link of a former address', async ({ list }) => {
  const { session: here, join, app } = list
  const { email } = await join()
  await sendMail(app.databaseUrl, email, 'link of the former address')
  const older = await backedUp(here)
  await correct(here, email, { email: `wrong.${email}` })
  await correct(here, `wrong.${email}`, { email })
  await restored(here, older)
  expect(await here.query('SELECT FROM links WHERE email_key = $1', [email])).toEqual([])
})

test('an erasure in a backup also deletes mails, links and arrivals of the other installation', async ({
  list,
}) => {
  const { email } = await list.join()
  const here = list.session
  const there = await newInstallation()
  await restored(there, await backedUp(here))
  await erase(here, email)
  // what happens there after the erasure here is about the same signup
  await sendMail(there.url, email, 'link from there')
  await there.query('INSERT INTO arrivals (email_key) VALUES ($1)', [email])
  await restored(there, await backedUp(here))
  expect(await tablesWith(there.url, email)).toEqual([])
})

test('a released person is not quarantined again by an older backup', async ({ list }) => {
  const { session: here, quarantine } = list
  const { email } = await quarantine()
  const { there } = await twoInstallations(list)
  const older = await backedUp(here)
  const released = await release(here, email)
  expect(await restored(here, older)).toMatchObject({ restored: 0 })
  expect(await personOf(here, email)).toEqual(released)
  // a newer backup brings the release to the other installation
  await restored(there, await backedUp(here))
  for (const session of [here, there]) {
    expect(await quarantined(session)).not.toContainEqual(expect.objectContaining({ email }))
  }
})

test('a person whose address was corrected and corrected back is not lost by a restore', async ({
  list,
}) => {
  const { session: here, join } = list
  const { email } = await join()
  const files = [await backedUp(here)]
  await correct(here, email, { email: `wrong.${email}` })
  files.push(await backedUp(here))
  await correct(here, `wrong.${email}`, { email })
  files.push(await backedUp(here))
  const there = await newInstallation()
  for (const file of files) await restored(there, file)
  for (const file of files) await restored(here, file)
  for (const session of [here, there]) {
    expect(await personOf(session, email)).toBeDefined()
    expect(await personOf(session, `wrong.${email}`)).toBeUndefined()
  }
})
