import { WAITLIST_PATH, type WaitlistForm } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { useApp } from '../support/app.ts'
import { select } from '../support/database.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { readmeStatement } from '../support/readme.ts'

const SHOW = readmeStatement('SELECT * FROM signups_of(')
const CORRECT = readmeStatement('UPDATE signups')
const ERASE = readmeStatement('erase_signups_of(')

interface Kept {
  readonly kept_in: string
  readonly email: string
}

describe('an operator shows, corrects and erases what is kept of a person, by the README', () => {
  const app = useApp()
  const join = async (changes: Partial<WaitlistForm>) => {
    const body = bodyOf(somebody(changes))
    expect((await app().http.post(WAITLIST_PATH).send(body)).status).toBe(201)
  }
  const run = (statement: string, ...values: string[]) =>
    select<Kept>(app().databaseUrl, statement, values)
  const everything = async () => [...(await app().signups()), ...(await app().trapped())]
  const keptOf = async (...emails: string[]) =>
    (await everything()).filter(({ email }) => emails.includes(email))

  const SPELLINGS = ['Zoe\u0308@Exämple.example', 'zoë@xn--exmple-cua.example']

  test.each([
    ['as it is on the list', 'Zoe\u0308@Exämple.example'],
    ['as it was trapped', 'zoë@xn--exmple-cua.example'],
    ['in another way', ' ZOË@EXÄMPLE.EXAMPLE '],
  ])('from both tables, whichever spelling is asked for: %s', async (_, asked) => {
    const [listed = '', trapped = ''] = SPELLINGS
    await join({ email: listed })
    await join({ email: trapped, website: 'x' })
    await join({ email: trapped, website: 'y' })
    const kept = await keptOf(...SPELLINGS)
    expect(kept).toHaveLength(3)

    const shown = await run(SHOW, asked)
    const tables = ['signups', 'trapped_signups', 'trapped_signups']
    expect(shown).toEqual(
      kept.map((row, index) => ({ website: null, ...row, kept_in: tables[index] })),
    )

    const others = (await everything()).length - kept.length
    expect(await run(ERASE, asked)).toEqual(shown)
    expect(await run(SHOW, asked)).toEqual([])
    expect(await everything()).toHaveLength(others)
  })

  test('and who is erased can join again', async () => {
    const email = 'again@example.com'
    await join({ email })
    await run(ERASE, email)
    await join({ email })
    expect(await keptOf(email)).toHaveLength(1)
  })

  test('and nothing happens to others, nor for an address that nobody has', async () => {
    await join({ email: 'ada@example.com' })
    await join({ email: 'ada+news@example.com', website: 'x' })
    const before = await everything()
    for (const nobody of ['', ' ', '%', 'a_a@example.com', 'nobody@example.com', '@example.com']) {
      expect(await run(ERASE, nobody)).toEqual([])
    }
    expect(await everything()).toEqual(before)
    expect(await run(ERASE, 'ada@example.com')).toHaveLength(1)
    expect(await keptOf('ada+news@example.com')).toHaveLength(1)
  })

  test('and only that person, where two addresses differ in one dot', async () => {
    const [ilker, other] = ['ilker@turk.example', 'İlker@turk.example']
    await join({ email: ilker })
    await join({ email: other })
    expect(await run(SHOW, ilker)).toMatchObject([{ email: ilker }])
    expect(await run(ERASE, other)).toMatchObject([{ email: other }])
    expect(await keptOf(ilker, other)).toMatchObject([{ email: ilker }])
  })

  test('and who has a small letter of their own at the end of a word', async () => {
    await join({ email: 'νικος.παπας@example.com' })
    await join({ email: 'ΝΙΚΟΣ.ΠΑΠΑΣ@example.com' })
    expect(await run(ERASE, 'ΝΙΚΟΣ.ΠΑΠΑΣ@example.com')).toHaveLength(1)
    // in a domain it is another letter, and so another domain
    const [one, other] = ['ada@οδος.example', 'ada@οδοσ.example']
    await join({ email: one })
    await join({ email: other })
    expect(await run(ERASE, one)).toMatchObject([{ email: one }])
    expect(await keptOf(one, other)).toMatchObject([{ email: other }])
  })

  test('and a correction is of that person alone', async () => {
    const person = somebody({ email: 'Wrong@Exämple.example' })
    await join(person)
    await join({})
    const others = async () => (await everything()).filter(({ email }) => email !== person.email)
    const before = await others()
    expect(await run(CORRECT, 'wrong@exämple.example', "O'Brien\\")).toHaveLength(1)
    expect(await keptOf(person.email)).toMatchObject([
      { first_name: person.firstName, last_name: "O'Brien\\", company: person.company },
    ])
    expect(await others()).toEqual(before)
  })
})
