import { WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { comparable } from '../support/answers.ts'
import { useApp } from '../support/app.ts'
import { bodyOf, somebody } from '../support/people.ts'

const JOINED = { status: 'joined' }

describe('a visitor joins the waitlist', () => {
  const app = useApp()
  const join = (body: object) => app().http.post(WAITLIST_PATH).send(body)
  const rowsOf = async (email: string) =>
    (await app().signups()).filter((row) => row.email_key === email.trim().toLowerCase())

  test('and is a row with what they typed', async () => {
    const person = somebody({ company: '' })
    const before = Date.now()
    const { status, body } = await join(bodyOf(person))
    expect(status).toBe(201)
    expect(body).toEqual(JOINED)
    const [row, ...others] = await rowsOf(person.email)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      company: null,
      role: person.role,
    })
    expect(row?.created_at.getTime()).toBeGreaterThan(before - 60_000)
  })

  test('without the optional fields', async () => {
    const { company: _company, website: _website, ...required } = somebody()
    expect((await join(bodyOf(required))).status).toBe(201)
    expect(await rowsOf(required.email)).toHaveLength(1)
  })

  test('with spaces around, which are not stored', async () => {
    const person = somebody()
    const spaced = Object.entries(person).map(([name, value]) => [name, `  ${value}\n`])
    expect((await join(bodyOf(Object.fromEntries(spaced)))).status).toBe(201)
    expect(await rowsOf(person.email)).toMatchObject([
      { email: person.email, first_name: person.firstName, company: person.company },
    ])
  })

  test('with keys that nobody knows, which are ignored', async () => {
    const person = somebody()
    const { status } = await join({
      ...bodyOf(person),
      id: 1,
      created_at: '2000-01-01',
      admin: true,
    })
    expect(status).toBe(201)
    expect((await rowsOf(person.email))[0]?.created_at.getFullYear()).toBeGreaterThan(2000)
  })

  test('again, in other letter case and with spaces: one row as it was, and the same answer', async () => {
    const person = somebody()
    const first = await join(bodyOf(person))
    const again = { ...person, email: ` ${person.email.toUpperCase()} `, firstName: 'Mallory' }
    const second = await join(bodyOf(again))
    expect(comparable(second)).toEqual(comparable(first))
    expect(await rowsOf(person.email)).toMatchObject([
      { email: person.email, first_name: person.firstName },
    ])
  })

  test('twice at the same moment: one row', async () => {
    const body = bodyOf(somebody({ email: 'twice@example.com' }))
    const answers = await Promise.all([1, 2, 3, 4].map(() => join(body)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await rowsOf('twice@example.com')).toHaveLength(1)
  })

  test('with an address whose domain no mail could reach, and is told so', async () => {
    const { status, body } = await join(bodyOf(somebody({ email: 'ada@xn--a.example' })))
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'EMAIL_INVALID', fields: { email: 'Invalid email' } })
  })
})

describe('a bot fills the trap', () => {
  const app = useApp()

  test('and gets the same answer, but is kept apart from the list', async () => {
    const person = await app().http.post(WAITLIST_PATH).send(bodyOf(somebody()))
    const bot = somebody({ website: ' https://example.com ' })
    const trapped = await app().http.post(WAITLIST_PATH).send(bodyOf(bot))
    expect(comparable(trapped)).toEqual(comparable(person))
    expect(await app().signups()).toHaveLength(1)
    expect(await app().trapped()).toMatchObject([
      { email: bot.email, first_name: bot.firstName, website: 'https://example.com' },
    ])
  })

  test('but only spaces are not a trapped bot', async () => {
    const person = somebody({ website: '   ' })
    await app().http.post(WAITLIST_PATH).send(bodyOf(person))
    expect((await app().signups()).map(({ email }) => email)).toContain(person.email)
  })

  test('and each attempt is kept, with the key by which it can be restored', async () => {
    const bot = somebody({ website: 'x' })
    await app().http.post(WAITLIST_PATH).send(bodyOf(bot))
    await app().http.post(WAITLIST_PATH).send(bodyOf(bot))
    const kept = (await app().trapped()).filter(({ email }) => email === bot.email)
    expect(kept.map(({ email_key }) => email_key)).toEqual([bot.email, bot.email])
  })
})
