import { expect } from 'vitest'
import { FREE_TEXT, UNANSWERED } from '../../../support/people.ts'
import { newInstallation } from '../../support/installations.ts'
import { test } from '../../support/test.ts'
import { exported, imported } from '../../support/transfers.ts'

test('importing an export into another list gives the same export there', async ({ list }) => {
  const code = 'bcdfghjklm'
  const { email } = await list.join({ first_name: 'Zoe\u0308', [FREE_TEXT]: "'quoted'" })
  const friend = await list.join(UNANSWERED)
  await list.session.query(
    'UPDATE people SET confirmed_at = now(), referral_code = $2 WHERE email = $1',
    [email, code],
  )
  await list.session.query('UPDATE people SET confirmed_at = now(), source = $2 WHERE email = $1', [
    friend.email,
    code,
  ])
  await list.session.query("SELECT suppress($1, 'left')", [(await list.join()).email])
  await list.quarantine()
  for (const format of ['csv', 'ndjson'] as const) {
    const file = await exported(list.session, format)
    expect(file).toContain('referral_code')
    const elsewhere = await newInstallation()
    expect(await imported(elsewhere, file, { confirmed: true })).toMatchObject({
      added: 2,
      bad: [],
      ignored: new Set(),
    })
    expect(await exported(elsewhere, format)).toBe(file)
  }
})
