import { expect, test } from 'vitest'
import { QUESTION_NAMES } from '../../../api/contract/waitlist.ts'
import { newInstallation, newList } from '../../support/program/installations.ts'
import { exported, imported } from '../../support/program/transfers.ts'

const list = newList()

/** Names that a spreadsheet would run as a formula. */
const FORMULAS = ['=HYPERLINK("x")', '+Ada', '-Ada', '@SUM(A1)', '＝Ada']

test('a CSV has a header, a line for each person on the list, and no cell that a spreadsheet runs', async () => {
  for (const first_name of FORMULAS) await list().join({ first_name, company: 'Kiln, "Co"' })
  await list().quarantine({ first_name: 'Quarantined' })
  const csv = await exported(list().session, 'csv')
  const [header, ...lines] = csv.trimEnd().split('\r\n')
  expect(header).toBe([...QUESTION_NAMES, 'joined_at', 'confirmed_at', 'source'].join(','))
  expect(lines).toHaveLength(FORMULAS.length)
  expect(lines[1]).toMatch(/^'\+Ada,Lovelace,ada\.\S+@example\.com,"Kiln, ""Co""",/)
  for (const line of lines) expect(line).toMatch(/^"?'[^']/)
})

test.each(['csv', 'ndjson'] as const)(
  'an export as %s that is imported elsewhere gives the same export',
  async (format) => {
    await list().join({ first_name: 'Zoe\u0308', company: "'quoted'" })
    const { email } = await list().join({ company: '' })
    await list().session.query(
      "UPDATE signups SET confirmed_at = now(), source = 'press' WHERE email = $1",
      [email],
    )
    const file = await exported(list().session, format)
    const elsewhere = await newInstallation()
    expect(await imported(elsewhere, file, { confirmed: true })).toMatchObject({
      bad: [],
      known: 0,
    })
    expect(await exported(elsewhere, format)).toBe(file)
  },
)

test('a line of NDJSON has the questions as keys, and a time in UTC', async () => {
  const { website: _honeypot, ...person } = await list().join({ company: '' })
  const lines = (await exported(list().session, 'ndjson')).trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    ...person,
    company: null,
    joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    confirmed_at: null,
    source: null,
  })
})

test('people who left are not exported', async () => {
  const { email } = await list().join()
  await list().session.query('UPDATE signups SET left_at = now() WHERE email = $1', [email])
  expect(await exported(list().session, 'csv')).not.toContain(email)
})
