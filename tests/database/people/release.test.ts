// Guards retention.

import { expect } from 'vitest'
import { emailKey } from '../../../api/src/inbox/identity.ts'
import { find } from '../../../api/src/people/find.ts'
import { release } from '../../../api/src/people/release.ts'
import { test } from '../../support/fixtures/database.ts'
import type { List } from '../../support/list.ts'
import { queued } from '../../support/program/installations.ts'

const keyOf = (email: string): string => emailKey(email) ?? ''
const free = (list: List, email: string) => release(list.session, keyOf(email))
const show = (list: List, email: string) => find(list.session, keyOf(email))

test('a released person is listed with the time of their first form and the answers of the newest', async ({
  list,
}) => {
  const { email } = await list.quarantine({ first_name: 'First' })
  await list.quarantine({ email, first_name: 'Second' })
  const { quarantined } = await show(list, email)
  const released = await free(list, email)
  expect(released).toMatchObject({
    first_name: 'Second',
    joined_at: quarantined[0]?.['joined_at'],
    agreed_at: quarantined[1]?.['joined_at'],
  })
  const found = await show(list, email)
  expect(found).toMatchObject({ listed: released, quarantined: [] })
  expect(found.history).toMatchObject([{ command: 'release' }])
  expect(await free(list, email)).toBeUndefined()
})

test('a released person who is also listed keeps the listed signup', async ({ list }) => {
  const { email } = await list.join({ first_name: 'Listed' })
  await list.quarantine({ email, first_name: 'Quarantined' })
  expect(await free(list, email)).toMatchObject({ first_name: 'Listed' })
  expect(await show(list, email)).toMatchObject({
    listed: { first_name: 'Listed' },
    quarantined: [],
  })
})

test('a released person is asked for a confirmation, unless the address is confirmed', async ({
  list,
}) => {
  const [released, confirmed] = [await list.quarantine(), await list.join()]
  await list.quarantine({ email: confirmed.email })
  await list.session.query('UPDATE people SET confirmed_at = now() WHERE email = $1', [
    confirmed.email,
  ])
  await list.session.query('DELETE FROM mails')
  for (const { email } of [released, confirmed]) await free(list, email)
  const emails = (await queued(list.app.databaseUrl)).map((mail) => mail['email_key'])
  expect(emails).toEqual([released.email])
})

test('a release is an event of a webhook, unless the person was on the list already', async ({
  list,
}) => {
  const [released, listed] = [await list.quarantine(), await list.join()]
  await list.quarantine({ email: listed.email })
  for (const { email } of [released, listed]) await free(list, email)
  const events = await list.session.query(
    'SELECT email_key, event FROM events WHERE email_key IN ($1, $2)',
    [released.email, listed.email],
  )
  expect(events).toEqual([{ email_key: released.email, event: 'joined' }])
})

test('a release leaves everybody else in quarantine', async ({ list }) => {
  const [ilkay, other] = ['ilkay@turk.example', 'ilkay.home@turk.example']
  await list.quarantine({ email: ilkay })
  await list.quarantine({ email: other })
  expect(await free(list, other)).toMatchObject({ email: other })
  expect(await show(list, ilkay)).toMatchObject({
    listed: undefined,
    quarantined: [{ email: ilkay }],
  })
  expect(await free(list, 'nobody@example.com')).toBeUndefined()
})
