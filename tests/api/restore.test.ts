import { WAITLIST_PATH, type WaitlistForm } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { useApp } from '../support/app.ts'
import { select } from '../support/database.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { readmeStatement } from '../support/readme.ts'

const EXAMPLE = 'name@example.com'

const statement = readmeStatement('restore_trapped_signup(')

interface Restored {
  readonly email: string
  readonly first_name: string
  readonly created_at: Date
}

describe('an operator restores somebody whose browser filled the trap, by the README', () => {
  const app = useApp()
  const join = async (changes: Partial<WaitlistForm>) => {
    const answer = await app()
      .http.post(WAITLIST_PATH)
      .send(bodyOf(somebody(changes)))
    expect(answer.status).toBe(201)
  }
  const trap = (email: string, firstName = 'Ada') => join({ email, firstName, website: 'x' })
  const restore = (email: string) => select<Restored>(app().databaseUrl, statement, [email])
  const listed = async (email: string) =>
    (await app().signups()).filter((row) => row.email === email)
  const trapped = async (email: string) =>
    (await app().trapped()).filter((row) => row.email === email)

  test('and they are on the list since they first came, once, however often it is done', async () => {
    await trap(EXAMPLE, 'First')
    await trap(EXAMPLE, 'Second')
    const [first] = await trapped(EXAMPLE)
    const restored = await restore(EXAMPLE)
    expect(restored).toMatchObject([{ email: EXAMPLE, first_name: 'First' }])
    expect(restored[0]?.created_at).toEqual(first?.created_at)
    expect(await trapped(EXAMPLE)).toEqual([])

    expect(await restore(EXAMPLE)).toEqual(restored)
    expect(await listed(EXAMPLE)).toMatchObject([{ first_name: 'First' }])
  })

  test('and who joined without the trap stays as they are', async () => {
    const email = 'both@example.com'
    await join({ email, firstName: 'Listed' })
    await trap(email, 'Trapped')
    expect(await restore(email)).toMatchObject([{ first_name: 'Listed' }])
    expect(await listed(email)).toMatchObject([{ first_name: 'Listed' }])
  })

  test('and they are found in another spelling of their address', async () => {
    await trap('Ada@Exämple.example')
    expect(await restore(' ada@exämple.example ')).toHaveLength(1)
    await trap('Bob@Exämple.example')
    expect(await restore('bob@xn--exmple-cua.example')).toHaveLength(1)
  })

  test('and so are those of their signups that spell it otherwise', async () => {
    const [ascii, unicode] = ['eve@xn--exmple-cua.example', 'eve@exämple.example']
    await trap(ascii, 'First')
    await trap(unicode, 'Second')
    expect(await restore(unicode)).toMatchObject([{ email: ascii, first_name: 'First' }])
    expect(await trapped(unicode)).toEqual([])

    await trap(unicode, 'Third')
    expect(await restore(unicode)).toMatchObject([{ email: ascii, first_name: 'First' }])
    expect(await trapped(unicode)).toEqual([])
  })

  test('and not whose address differs in one dot', async () => {
    const [ilkay, other] = ['ilkay@turk.example', 'İlkay@turk.example']
    await trap(ilkay)
    await trap(other)
    expect(await restore(other)).toMatchObject([{ email: other }])
    expect(await trapped(ilkay)).toHaveLength(1)
  })

  test('and nothing happens to others', async () => {
    await trap('other@example.com')
    const before = await app().signups()
    expect(await restore('nobody@example.com')).toEqual([])
    expect(await app().signups()).toEqual(before)
    expect(await trapped('other@example.com')).toHaveLength(1)
  })
})
