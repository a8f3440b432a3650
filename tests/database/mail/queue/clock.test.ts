import { LINK_PATHS } from '@ad-kit/contract'
import { expect } from 'vitest'
import { createToken } from '../../../support/links.ts'
import { test } from '../../support/test.ts'

test('an address can bounce again and be accepted again even if the clock is a day behind', async ({
  list,
}) => {
  const { email } = await list.join()
  const suppress = () => list.session.query("SELECT suppress($1, 'bounced')", [email])
  const lift = () => list.session.value<boolean>("SELECT lift($1, 'bounced')", [email])
  const isSuppressed = () =>
    list.session.value<boolean>(
      'SELECT undeliverable_at IS NOT NULL FROM people WHERE mailbox = $1',
      [email],
    )
  await suppress()
  expect(await lift()).toBe(true)
  await list.session.query(
    "UPDATE suppressions SET at = at + interval '1 day', cleared_at = cleared_at + interval '1 day'",
  )
  await suppress()
  expect(await isSuppressed()).toBe(true)
  expect([await lift(), await isSuppressed()]).toEqual([true, false])
})

test('a person can confirm and leave even if the clock is a day behind', async ({ app, list }) => {
  const { email } = await list.join()
  const token = await createToken(app.databaseUrl, email)
  const click = async (link: 'confirm' | 'leave') => {
    await list.session.query(
      `UPDATE people SET joined_at = joined_at + day, consented_at = consented_at + day,
         confirmed_at = confirmed_at + day, left_at = left_at + day
       FROM make_interval(days => 1) AS day WHERE mailbox = $1`,
      [email],
    )
    await list.session.query(
      `UPDATE suppressions SET at = at + day, cleared_at = cleared_at + day
       FROM make_interval(days => 1) AS day`,
    )
    await app.http.post(`${LINK_PATHS[link]}?t=${token}`).expect((response) => {
      expect([200, 303]).toContain(response.status)
    })
    const [row] = await list.session.query<Record<string, boolean>>(
      `SELECT joined_at <= confirmed_at AND coalesce(left_at >= confirmed_at, true) AS in_order,
         left_at IS NOT NULL AS has_left
       FROM people WHERE mailbox = $1`,
      [email],
    )
    return row
  }
  expect(await click('confirm')).toEqual({ in_order: true, has_left: false })
  for (const _ of ['first', 'again']) {
    expect(await click('leave')).toEqual({ in_order: true, has_left: true })
  }
})
