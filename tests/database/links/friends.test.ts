import {
  DONE_PATHS,
  FRIEND_NEWS,
  FRIEND_WORDS,
  HELD_COLUMNS,
  LINK_PATHS,
  plural,
  REFERRAL_CODE_PATTERN,
  signupAddress,
  TOKEN,
} from '@ad-kit/contract'
import { describe, expect } from 'vitest'
import { NO_SITE } from '../../../api/src/http/pages.ts'
import { erase } from '../../../api/src/list/people/erase.ts'
import { countPlaces } from '../../../api/src/list/people/referrers.ts'
import { findInvitable, invitePerson } from '../../../api/src/mail/letters/invite.ts'
import { find } from '../../../api/src/owner/find.ts'
import type { TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { createToken } from '../../support/links.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import type { List } from '../support/list.ts'
import { appWith, test as base } from '../support/test.ts'

const CODE = new RegExp(REFERRAL_CODE_PATTERN)
const PLACED = new RegExp(FRIEND_WORDS.placed.replace('{place}', '(\\d+)'))

const rewardAt = (friends: number, subject: string) =>
  plural(friends, FRIEND_NEWS.reward).replace('{subject}', subject)

const rewards = [
  { friends: 2, subject: 'Two <friends>', until: 'invited' },
  { friends: 1, subject: 'One friend', until: 'always' },
] as const

const test = base
  .extend(
    'app',
    { scope: 'file' },
    appWith({ SITE_URL: 'https://site.example' }, () => ({ pages: { ...NO_SITE, rewards } })),
  )
  .extend('off', { scope: 'file' }, appWith({ REFERRALS: 'off' }))

describe('referral links', () => {
  const press = (app: TestApp, link: 'confirm' | 'data' | 'friends', token: string) =>
    app.http
      .post(LINK_PATHS[link])
      .query({ [TOKEN]: token })
      .type('form')
      .accept('text/html')
      .redirects(0)
      .send('')

  /** Requests the friends page as a program does, as JSON. */
  const ask = (app: TestApp, token: string) =>
    app.http
      .post(LINK_PATHS.friends)
      .query({ [TOKEN]: token })
      .accept('json')

  /**
   * Joins, through a referral code if one is given, and confirms. Returns the page, the person, the email's token and
   * the person's own code.
   */
  async function joinAndConfirm(app: TestApp, code?: string, email?: string) {
    const person = newPerson(email === undefined ? {} : { email })
    await app.http.post(signupAddress(code)).send(bodyOf(person)).expect(201)
    const token = await createToken(app.databaseUrl, person.email)
    const page = await press(app, 'confirm', token)
    const [, own = ''] = /\?ref=(\w+)/.exec(page.text) ?? []
    return { person, token, page, code: own }
  }
  const shown = async ({ session }: List, { email }: { readonly email: string }) =>
    (await find(session, email)).listed

  test('the page after a confirmation and the data page show the referral link', async ({
    app,
    list,
  }) => {
    const { person, token, page, code } = await joinAndConfirm(app)
    expect(page.status).toBe(200)
    expect(code).toMatch(CODE)
    expect(page.text).toContain(`<a href="https://site.example/?ref=${code}">`)
    expect((await press(app, 'confirm', token)).text).toBe(page.text)
    expect(app.log.join()).not.toContain('FST_ERR')
    expect(await shown(list, person)).toMatchObject({ referral_code: code, referrals: 0 })

    const friend = await joinAndConfirm(app, code)
    expect(friend.code).not.toBe(code)
    const { text } = await press(app, 'data', token)
    expect(text).toContain(`action="${LINK_PATHS.friends}?${TOKEN}=${token}"`)
    expect(text).toContain(`<dd>${code}</dd>`)
    expect(text).toContain(`<dt>${HELD_COLUMNS.referrals}</dt><dd>1</dd>`)
    expect(text).not.toContain(friend.person.email)
    expect((await ask(app, token)).body).toEqual({
      link: `https://site.example/?ref=${code}`,
      place: expect.any(Number),
      friends: 1,
    })
  })

  test('an unconfirmed person and an unknown token do not get a referral link', async ({ app }) => {
    const person = newPerson()
    await app.http.post(signupAddress()).send(bodyOf(person)).expect(201)
    const token = await createToken(app.databaseUrl, person.email)
    for (const wrong of [token, 'A'.repeat(43)]) {
      const { headers } = await press(app, 'friends', wrong)
      expect(headers['location']).toBe(DONE_PATHS.expired)
      expect((await ask(app, wrong)).status).toBe(404)
    }
  })

  test('a person who left cannot open the page with the referral link', async ({ app }) => {
    const { person, token } = await joinAndConfirm(app)
    await select(app.databaseUrl, 'SELECT leave_by_link(token) FROM links WHERE mailbox = $1', [
      person.email,
    ])
    expect((await press(app, 'friends', token)).headers['location']).toBe(DONE_PATHS.expired)
    expect((await ask(app, token)).status).toBe(404)
  })

  test('a friend counts after confirming, and each mailbox counts once', async ({ app, list }) => {
    const { person, code } = await joinAndConfirm(app)
    const count = async () => (await shown(list, person))?.referrals
    await app.http.post(signupAddress(code)).send(bodyOf(newPerson())).expect(201)
    expect(await count()).toBe(0)
    const friend = await joinAndConfirm(app, code, 'friend@example.com')
    expect(await count()).toBe(1)
    await joinAndConfirm(app, code, 'friend+again@example.com')
    await joinAndConfirm(app, code, person.email.replace('@', '+me@'))
    // A form sent through the person’s own link can cause this while a corrected address is unconfirmed.
    await select(app.databaseUrl, 'UPDATE people SET source = $1 WHERE mailbox = $2', [
      code,
      person.email,
    ])
    expect(await count()).toBe(1)
    await joinAndConfirm(app, code)
    expect(await count()).toBe(2)
    await select(app.databaseUrl, 'SELECT leave_by_link(token) FROM links WHERE mailbox = $1', [
      friend.person.email,
    ])
    expect(await count()).toBe(1)
  })

  test('the line is ordered by number of friends and then by date, and the page shows each person’s place', async ({
    app,
    list,
  }) => {
    const placeOf = async (token: string) => {
      const { text } = await press(app, 'friends', token)
      return Number(PLACED.exec(text)?.[1])
    }
    await list.session.query('DELETE FROM people')
    await countPlaces(list.session)
    const first = await joinAndConfirm(app)
    const second = await joinAndConfirm(app)
    await countPlaces(list.session)
    const third = await joinAndConfirm(app)
    expect(third.page.text).toContain(FRIEND_WORDS.placed.replace('{place}', '3'))
    expect(third.page.text).toContain(FRIEND_WORDS.advance)
    await joinAndConfirm(app, third.code)
    await countPlaces(list.session)
    const places = await Promise.all([first, second, third].map(({ token }) => placeOf(token)))
    expect(places).toEqual([2, 3, 1])
    const people = await findInvitable(list.session, { conditions: [], by: 'referrals' })
    const order = [third, first, second].map(({ person }) => person.email)
    expect(people.map(({ email }) => email).slice(0, 3)).toEqual(order)

    await invitePerson(list.session, third.person.email, 14)
    await countPlaces(list.session)
    expect(await placeOf(first.token)).toBe(1)
    const { text } = await press(app, 'friends', third.token)
    expect(text).not.toMatch(PLACED)
    expect(text).not.toContain(FRIEND_WORDS.advance)
    expect(text).toContain(plural(1, FRIEND_WORDS.friends))
  })

  test('the page says which reward the person will get next', async ({ app, list }) => {
    const { person, token, page, code } = await joinAndConfirm(app)
    expect(page.text).toContain(rewardAt(1, 'One friend'))
    await joinAndConfirm(app, code)
    const { text } = await press(app, 'friends', token)
    expect(text).toContain(rewardAt(2, 'Two &lt;friends&gt;'))
    await invitePerson(list.session, person.email, 14)
    expect((await press(app, 'friends', token)).text).not.toMatch(/“One friend”|&lt;friends&gt;/)
  })

  test('each friend who counts triggers an event', async ({ app, list }) => {
    const { person, code } = await joinAndConfirm(app)
    const events = () =>
      list.session.query(
        "DELETE FROM events WHERE event = 'friend_confirmed' RETURNING mailbox = $1 AS is_for_person",
        [person.email],
      )
    const other = await joinAndConfirm(app)
    await joinAndConfirm(app, other.code, 'x@events.example')
    await events()
    const confirmOnceMore = async () => {
      await list.session.query(
        'UPDATE people SET confirmed_at = NULL, source = $2 WHERE email = $1',
        [person.email, code],
      )
      await press(app, 'confirm', await createToken(app.databaseUrl, person.email))
    }
    for (const [email, count] of [
      ...['a', 'b', 'c'].map((name) => [`${name}@events.example`, 1] as const),
      [person.email.replace('@', '.friend@'), 1],
      ['d@events.example', 0],
    ] as const) {
      await joinAndConfirm(app, code, email)
      expect(await events(), email).toEqual(Array(count).fill({ is_for_person: true }))
    }
    await confirmOnceMore()
    expect(await events()).toEqual([])
    await list.session.query("SELECT suppress($1, 'left')", [person.email])
    await joinAndConfirm(app, code, 'e@later.example')
    expect(await events()).toEqual([])
  })

  test('only three friends at the same domain count, until twenty other people at that domain have confirmed', async ({
    app,
    list,
  }) => {
    const { person, code } = await joinAndConfirm(app)
    const add = (name: string, people: number, source: string | null) =>
      list.session.query(
        `INSERT INTO people (email, mailbox, answers, confirmed_at, left_at, source)
         SELECT key, key, '{}', CASE WHEN $1 <> 'silent' THEN now() END, CASE WHEN $1 = 'left' THEN now() END, $3
         FROM generate_series(1, $2) AS n, LATERAL (SELECT $1 || n || '@own.example' AS key) AS keys`,
        [name, people, source],
      )
    const count = async () => (await shown(list, person))?.referrals
    await add('friend', 5, code)
    expect(await count()).toBe(3)
    for (const name of ['silent', 'left']) await add(name, 30, null)
    await add('other', 19, null)
    expect(await count()).toBe(3)
    await add('last', 1, null)
    expect(await count()).toBe(5)
  })

  test('erasing a friend does not affect the person’s other friend', async ({ app, list }) => {
    const { person, code } = await joinAndConfirm(app)
    const friends = [await joinAndConfirm(app, code), await joinAndConfirm(app, code)]
    const [one, other] = friends.map((friend) => friend.person)
    const before = [await shown(list, person), await shown(list, other ?? person)]
    await erase(list.session, one?.email ?? '')
    expect(await shown(list, person)).toEqual({ ...before[0], referrals: 1 })
    await erase(list.session, person.email)
    expect(await shown(list, other ?? person)).toEqual(before[1])
  })

  test('with REFERRALS=off, people get neither a referral link nor a code', async ({ off }) => {
    const { page, person, token } = await joinAndConfirm(off)
    expect([page.status, page.headers['location']]).toEqual([303, DONE_PATHS.confirmed])
    const [row] = await off.people()
    expect(row).toMatchObject({ email: person.email, referral_code: null })
    const { status } = await press(off, 'friends', token)
    expect(status).toBe(404)
    expect((await press(off, 'data', token)).text).not.toContain(LINK_PATHS.friends)
  })
})
