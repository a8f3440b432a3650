// Guards export-import.

import { expect } from 'vitest'
import { test } from '../../support/fixtures/database.ts'
import { newInstallation } from '../../support/program/installations.ts'
import { exported, imported } from '../../support/program/transfers.ts'

test.for(['csv', 'ndjson'] as const)(
  'an export as %s that is imported elsewhere gives the same export',
  async (format, { list }) => {
    await list.join({ first_name: 'Zoe\u0308', company: "'quoted'" })
    const { email } = await list.join({ company: '' })
    await list.session.query(
      "UPDATE people SET confirmed_at = now(), source = 'press' WHERE email = $1",
      [email],
    )
    const file = await exported(list.session, format)
    const elsewhere = await newInstallation()
    expect(await imported(elsewhere, file, { confirmed: true })).toMatchObject({
      bad: [],
      known: 0,
    })
    expect(await exported(elsewhere, format)).toBe(file)
  },
)

test('a line of NDJSON has the questions as keys, and a time in UTC', async ({ list }) => {
  const { website: _honeypot, ...person } = await list.join({ company: '' })
  const lines = (await exported(list.session, 'ndjson')).trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    ...person,
    company: null,
    joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    confirmed_at: null,
    source: null,
    referral_code: null,
    referrals: null,
  })
})

test('people who left or are in quarantine are not exported', async ({ list }) => {
  const { email } = await list.join()
  await list.session.query("SELECT refuse($1, 'left')", [email])
  const bot = await list.quarantine()
  const csv = await exported(list.session, 'csv')
  expect(csv).not.toContain(email)
  expect(csv).not.toContain(bot.email)
})
