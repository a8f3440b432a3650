import { expect, test } from 'vitest'
import { foundJson } from '../../api/src/cli/show.ts'
import { erase } from '../../api/src/signup/erase.ts'
import { find } from '../../api/src/signup/find.ts'
import { emailKey } from '../../api/src/signup/identity.ts'
import { select } from '../support/database.ts'
import { newList, recorded } from './installations.ts'

const list = newList()
const keyOf = (email: string): string => emailKey(email) ?? ''
const show = (email: string) => find(list().session, keyOf(email))
const forget = (email: string) => erase(list().session, keyOf(email))
const everything = async () => [
  ...(await list().app.signups()),
  ...(await list().app.quarantined()),
]

test('show has every answer, time, quarantined signup and recorded change of a person', async () => {
  const person = await list().join({ company: 'Kiln & Co' })
  await list().quarantine({ email: person.email, website: 'https://spam.example' })
  const { website: _honeypot, ...answers } = person
  expect(foundJson(await show(person.email))).toEqual({
    status: 'listed',
    ...answers,
    joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    corrected_at: null,
    released_at: null,
    trapped: [expect.objectContaining({ website: 'https://spam.example' })],
    history: [],
  })
})

test.each([['in capitals, with spaces', ' ZOË@EXÄMPLE.EXAMPLE ']])(
  'an address spelled %s finds and erases every signup of its mailbox',
  async (_how, asked) => {
    const listed = await list().join({ email: 'Zoe\u0308@Exämple.example' })
    await list().quarantine({ email: 'zoë@xn--exmple-cua.example' })
    await list().quarantine({ email: 'zoë@xn--exmple-cua.example' })
    const others = (await everything()).length - 3
    const found = await show(asked)
    expect(found.listed).toMatchObject({ first_name: listed.first_name })
    expect(found.quarantined).toHaveLength(2)
    expect(await forget(asked)).toBe(3)
    expect(await show(asked)).toMatchObject({ listed: undefined, quarantined: [] })
    expect(await everything()).toHaveLength(others)
  },
)

test('erasing an unknown address changes and records nothing', async () => {
  const [before, log] = [await everything(), await recorded(list().app.databaseUrl)]
  for (const nobody of ['%', 'a_a@example.com', 'nobody@example.com']) {
    expect(await erase(list().session, nobody)).toBe(0)
  }
  expect(await everything()).toEqual(before)
  expect(await recorded(list().app.databaseUrl)).toEqual(log)
})

test('an erasure is recorded without the address or a hash that can be guessed', async () => {
  const { email } = await list().join({ email: 'zwetschge@mirabelle.example' })
  await forget(email)
  const rows = await select(
    list().app.databaseUrl,
    `SELECT history::text AS row FROM history UNION ALL SELECT erasures::text FROM erasures
     UNION ALL SELECT encode(sha256('${email}'), 'hex')`,
  )
  const [guess, ...kept] = rows.map(({ row }) => String(row)).toReversed()
  expect(kept.length).toBeGreaterThan(1)
  for (const row of kept) {
    expect(row).not.toContain('zwetschge')
    expect(row).not.toContain(guess)
  }
})
