import { expect, test } from 'vitest'
import type { Session } from '../../api/src/session.ts'
import { correct } from '../../api/src/signup/correct.ts'
import { erase } from '../../api/src/signup/erase.ts'
import { list as listPeople } from '../../api/src/signup/list.ts'
import { release } from '../../api/src/signup/release.ts'
import { newInstallation, newList } from './installations.ts'
import { backedUp, restored } from './transfers.ts'

const list = newList()
const listed = (session: Session) => listPeople(session, { limit: 99 })
const quarantined = (session: Session) => listPeople(session, { limit: 99, quarantined: true })
const personOf = async (session: Session, email: string) =>
  (await listed(session)).find((person) => person['email'] === email)

/** The database of this file, and a second one with the same list. */
async function twoInstallations() {
  const here = list().session
  const there = await newInstallation()
  await restored(there, await backedUp(here))
  return { here, there }
}

test('a person who joined again after an erasure survives older and newer backups', async () => {
  const { session: here, join } = list()
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

test('an erasure in a backup erases the person in the other installation', async () => {
  const { email } = await list().join()
  await list().quarantine({ email })
  const { here, there } = await twoInstallations()
  await correct(there, email, 'last_name', 'King')
  await correct(there, email, 'email', email.toUpperCase())
  await erase(here, email)
  expect(await restored(there, await backedUp(here))).toMatchObject({ erased: 2 })
  expect(await personOf(there, email.toUpperCase())).toBeUndefined()
})

test('an erasure in either installation holds in both, although their hash keys differ', async () => {
  const { email } = await list().join()
  const file = await backedUp(list().session)
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

test('the later of two corrections stays, wherever it was made', async () => {
  const { email } = await list().join({ last_name: 'Byron' })
  const { here, there } = await twoInstallations()
  await correct(there, email, 'last_name', 'There')
  await correct(here, email, 'last_name', 'Here')
  const [fromHere, fromThere] = [await backedUp(here), await backedUp(there)]
  expect(await restored(here, fromThere)).toMatchObject({ restored: 0 })
  expect(await restored(there, fromHere)).toMatchObject({ restored: 1 })
  for (const session of [here, there])
    expect(await personOf(session, email)).toMatchObject({ last_name: 'Here' })
})

test('a released person is not quarantined again by an older backup', async () => {
  const { session: here, quarantine } = list()
  const { email } = await quarantine()
  const { there } = await twoInstallations()
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

test('a person whose address was corrected and corrected back is not lost by a restore', async () => {
  const { session: here, join } = list()
  const { email } = await join()
  const files = [await backedUp(here)]
  await correct(here, email, 'email', `wrong.${email}`)
  files.push(await backedUp(here))
  await correct(here, `wrong.${email}`, 'email', email)
  files.push(await backedUp(here))
  const there = await newInstallation()
  for (const file of files) await restored(there, file)
  for (const file of files) await restored(here, file)
  for (const session of [here, there]) {
    expect(await personOf(session, email)).toBeDefined()
    expect(await personOf(session, `wrong.${email}`)).toBeUndefined()
  }
})
