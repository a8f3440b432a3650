import { expect } from 'vitest'
import { release } from '../../../api/src/mail/confirmations.ts'
import { find } from '../../../api/src/owner/find.ts'
import { test } from '../support/test.ts'

test('a released person gets the first form’s time and last form’s answers', async ({ list }) => {
  const { email } = await list.quarantine({ first_name: 'First' })
  await list.quarantine({ email, first_name: 'Second' })
  const { quarantined } = await find(list.session, email)
  const released = await release(list.session, email)
  expect(released).toMatchObject({
    first_name: 'Second',
    joined_at: quarantined[0]?.['joined_at'],
    agreed_at: quarantined[1]?.['joined_at'],
  })
  expect(await find(list.session, email)).toMatchObject({
    listed: released,
    quarantined: [],
    history: [{ command: 'release' }],
  })
  expect(await release(list.session, email)).toBeUndefined()
})

test('a released person gets a confirmation unless already listed', async ({ list }) => {
  const [{ email: released }, { email: listed }] = [
    await list.quarantine(),
    await list.join({ first_name: 'Listed' }),
  ]
  await list.quarantine({ email: listed, first_name: 'Quarantined' })
  await list.session.query('UPDATE people SET confirmed_at = now() WHERE email = $1', [listed])
  await list.session.query('DELETE FROM mails')
  for (const email of [released, listed]) await release(list.session, email)
  const kinds = async (email: string) =>
    (await find(list.session, email)).mails.map(({ kind }) => kind).toSorted()
  expect(await kinds(released)).toEqual(['confirm', 'webhook'])
  expect(await kinds(listed)).toEqual([])
  expect(await find(list.session, listed)).toMatchObject({
    listed: { first_name: 'Listed' },
    quarantined: [],
  })
})
