import { CONSENT, WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { useApp } from '../../support/app.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { comparable } from '../../support/responses.ts'

const JOINED = { status: 'joined' }

describe('a signup', () => {
  const app = useApp()
  const join = (body: object) => app().http.post(WAITLIST_PATH).send(body)
  const rowsOf = async (email: string) =>
    (await app().signups()).filter((row) => row.email_key === email.trim().toLowerCase())

  test('a signup is stored as one row with what was typed', async () => {
    const { website: _honeypot, ...person } = newPerson()
    const before = Date.now()
    const { status, body } = await join(bodyOf(person))
    expect(status).toBe(201)
    expect(body).toEqual(JOINED)
    const [row, ...others] = await rowsOf(person.email)
    expect(others).toEqual([])
    expect(row).toEqual({
      email_key: person.email,
      honeypot: null,
      joined_at: expect.any(Date),
      corrected_at: null,
      released_at: null,
      agreed_to: CONSENT.version,
      source: null,
      confirmed_at: null,
      left_at: null,
      invited_at: null,
      undeliverable_at: null,
      ...person,
    })
    expect(row?.joined_at.getTime()).toBeGreaterThan(before - 60_000)
  })

  test('unknown members of a body are ignored, also the names of columns', async () => {
    const person = newPerson()
    const { status } = await join({
      ...bodyOf(person),
      id: 1,
      joined_at: '2000-01-01',
      released_at: '2000-01-01',
      confirmed_at: '2000-01-01',
      agreed_to: 'nothing',
      honeypot: 'x',
      answers: { first_name: 'Mallory' },
      admin: true,
    })
    expect(status).toBe(201)
    const [row] = await rowsOf(person.email)
    expect(row).toMatchObject({
      first_name: person.first_name,
      honeypot: null,
      released_at: null,
      confirmed_at: null,
      agreed_to: CONSENT.version,
    })
    expect(row?.joined_at.getFullYear()).toBeGreaterThan(2000)
    expect(row).not.toHaveProperty('admin')
  })

  test('a duplicate signup in other letter case gets the same response and changes nothing', async () => {
    const person = newPerson()
    const first = await join(bodyOf(person))
    const again = { ...person, email: ` ${person.email.toUpperCase()} `, first_name: 'Mallory' }
    const second = await join(bodyOf(again))
    expect(comparable(second)).toEqual(comparable(first))
    expect(await rowsOf(person.email)).toMatchObject([
      { email: person.email, first_name: person.first_name },
    ])
  })

  test('an address at a domain without an ASCII form is refused as invalid', async () => {
    const { status, body } = await join(bodyOf(newPerson({ email: 'ada@xn--a.example' })))
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'EMAIL_INVALID', fields: { email: 'Invalid email' } })
  })
})

describe('a signup with the honeypot filled', () => {
  const app = useApp()
  const join = (body: object) => app().http.post(WAITLIST_PATH).send(body)

  test('a listed person and a quarantined signup of the same address do not displace each other', async () => {
    const [before, after] = [newPerson(), newPerson()]
    await join(bodyOf(before))
    await join(bodyOf({ ...before, website: 'x' }))
    await join(bodyOf({ ...after, website: 'x' }))
    await join(bodyOf(after))
    for (const { email } of [before, after]) {
      expect((await app().signups()).filter((row) => row.email === email)).toHaveLength(1)
      expect((await app().quarantined()).filter((row) => row.email === email)).toHaveLength(1)
    }
  })
})
