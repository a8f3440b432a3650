import {
  CLICKED,
  CONSENT,
  DONE_PATHS,
  LINK_PATHS,
  NEEDS_CLICK,
  RESEND_PATH,
  WAITLIST_PATH,
  type WaitlistForm,
} from '@ad-kit/contract'
import { describe, expect } from 'vitest'
import { fold } from '../../../../api/src/list/inbox/fold.ts'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { foundText } from '../../../../api/src/owner/cli/show.ts'
import { find } from '../../../../api/src/owner/find.ts'
import type { TestApp } from '../../../support/app.ts'
import { createToken } from '../../../support/links.ts'
import { bodyOf, FREE_TEXT } from '../../../support/people.ts'
import { test } from '../../support/board-test.ts'
import { newInstallation, tablesWith } from '../../support/installations.ts'
import type { List } from '../../support/list.ts'
import { newFolder, sendDue, waitingFor } from '../../support/mailing.ts'
import { backedUp, restored } from '../../support/transfers.ts'

const CLICK = `${CLICKED}=yes`

const follow = async (app: TestApp, link: 'confirm' | 'leave', token: string, body = '') => {
  const path = `${LINK_PATHS[link]}?t=${token}`
  const { status, headers } = await app.http.post(path).type('form').redirects(0).send(body)
  return headers['location'] ?? status
}

const rowOf = async ({ session }: List, { email }: Pick<WaitlistForm, 'email'>) =>
  (await session.query('SELECT * FROM people WHERE mailbox = $1', [email]))[0] ?? {}

/** Returns a row without the columns that a stranger's form can change. */
const ownColumns = ({ pending_form: _form, rejoined_at: _at, ...own }: Record<string, unknown>) =>
  own

/** Returns a person who has joined, confirmed and left. */
async function leaver(list: List) {
  const person = await list.join({ [FREE_TEXT]: 'Before' }, { source: 'press' })
  const token = await createToken(list.app.databaseUrl, person.email)
  await follow(list.app, 'confirm', token)
  expect(await follow(list.app, 'leave', token)).toBe(DONE_PATHS.left)
  return person
}

const asksAgain = async ({ session }: List, { email }: WaitlistForm): Promise<boolean> =>
  (await waitingFor(session, 'confirm')).includes(email)

/** Sends what is due, and returns the token in the last email to a person. */
async function tokenFor({ session }: List, { email }: WaitlistForm): Promise<string> {
  const mails = await sendDue(session, newFolder().env)
  const own = mails.filter(({ to }) => JSON.stringify(to).includes(email))
  return /\?t=([\w-]{43})/.exec(String(own.at(-1)?.text))?.[1] ?? ''
}

/** Simulates a database clock that is set back by a day: moves all times on the list forward. */
async function setClockBack({ session }: List): Promise<void> {
  const times = {
    people: ['joined_at', 'consented_at', 'confirmed_at', 'left_at'],
    suppressions: ['at', 'cleared_at'],
    links: ['created_at'],
    inbox: ['sent_at'],
    mails: ['wanted_at', 'due_at', 'ended_at'],
  }
  for (const [table, names] of Object.entries(times)) {
    const moved = names.map((name) => `${name} = ${name} + interval '1 day'`)
    await session.query(`UPDATE ${table} SET ${moved.join()}`)
  }
}

describe('a form for a person who had confirmed and left', () => {
  test('a form does not change a person who has left until the person clicks', async ({ list }) => {
    const person = await leaver(list)
    const before = await rowOf(list, person)
    await list.join(
      { ...person, email: person.email.replace('@', '+x@'), [FREE_TEXT]: 'A stranger’s' },
      { source: 'ads', consent: CONSENT.version },
    )
    expect(ownColumns(await rowOf(list, person))).toEqual(ownColumns(before))
    const token = await tokenFor(list, person)
    expect(await follow(list.app, 'confirm', token)).toBe(NEEDS_CLICK)
    expect(ownColumns(await rowOf(list, person))).toEqual(ownColumns(before))
  })

  test('when a person who has left clicks, the whole of their latest form takes effect', async ({
    list,
  }) => {
    const person = await leaver(list)
    const { left_at, referral_code } = await rowOf(list, person)
    const tagged = person.email.replace('@', '+news@')
    const again = { ...person, email: tagged, [FREE_TEXT]: 'Again' }
    await list.join(again)
    await list.join({ ...again, [FREE_TEXT]: 'Newest' }, { consent: CONSENT.version })
    const { rejoined_at } = await rowOf(list, person)
    const token = await tokenFor(list, person)
    expect(await follow(list.app, 'confirm', token, CLICK)).toBe(200)
    const after = await rowOf(list, person)
    expect(after).toMatchObject({
      email: tagged,
      answers: { [FREE_TEXT]: 'Newest' },
      source: null,
      consent: CONSENT.version,
      joined_at: rejoined_at,
      left_at: null,
      rejoined_at: null,
      pending_form: null,
      referral_code,
    })
    for (const time of ['joined_at', 'consented_at', 'confirmed_at']) {
      expect(Number(after[time]), time).toBeGreaterThanOrEqual(Number(left_at))
    }
    expect(await follow(list.app, 'confirm', token, CLICK)).toBe(200)
    expect(await rowOf(list, person)).toEqual(after)
  })

  test('a form from a person who has left triggers one email, even if they got a confirmation earlier that day', async ({
    list,
  }) => {
    const person = await leaver(list)
    await list.session.query(
      `INSERT INTO mails (kind, mailbox, state, ended_at)
       SELECT 'confirm', mailbox, 'sent', left_at FROM people WHERE mailbox = $1`,
      [person.email],
    )
    await list.app.http.post(RESEND_PATH).send({ email: person.email })
    await fold(list.session, { events: false })
    expect(await asksAgain(list, person), 'after a request for another email').toBe(false)
    await list.join(person)
    expect(await asksAgain(list, person)).toBe(true)
    await tokenFor(list, person)
    for (const send of [list.join, list.join]) await send(person)
    await list.app.http.post(RESEND_PATH).send({ email: person.email })
    await fold(list.session, { events: false })
    expect(await asksAgain(list, person), 'after further forms').toBe(false)
  })

  test('a link from before a person left does not confirm a later form', async ({ list }) => {
    const person = await list.join()
    const token = await createToken(list.app.databaseUrl, person.email)
    await follow(list.app, 'confirm', token)
    await follow(list.app, 'leave', token)
    await list.join(person)
    expect(await follow(list.app, 'confirm', token, CLICK)).toBe(DONE_PATHS.expired)
  })

  test('a new form from a person who has left triggers another email if the first was withdrawn unsent', async ({
    list,
  }) => {
    const person = await leaver(list)
    await list.join(person)
    await list.session.query('SELECT withdraw(ARRAY[$1])', [person.email])
    await list.join(person)
    expect(await asksAgain(list, person)).toBe(true)
  })

  test('a form that waits for a click is kept while the address bounces', async ({ list }) => {
    const person = await leaver(list)
    await list.join(person)
    const token = await tokenFor(list, person)
    await list.session.query("SELECT suppress($1, 'bounced')", [person.email])
    await list.session.query("SELECT lift($1, 'bounced')", [person.email])
    expect(await follow(list.app, 'confirm', token, CLICK)).toBe(200)
  })

  test('leaving again deletes the form that waits for a click, and later forms don’t trigger an email', async ({
    list,
  }) => {
    const person = await leaver(list)
    await list.join(person)
    const token = await tokenFor(list, person)
    expect(await follow(list.app, 'leave', token)).toBe(DONE_PATHS.left)
    expect(await rowOf(list, person)).toMatchObject({ pending_form: null })
    const before = await rowOf(list, person)
    await list.join({ ...person, [FREE_TEXT]: 'Later' })
    expect(await rowOf(list, person)).toEqual(before)
    expect(await asksAgain(list, person)).toBe(false)
    const later = await createToken(list.app.databaseUrl, person.email)
    for (const link of [token, later]) {
      expect(await follow(list.app, 'confirm', link, CLICK)).toBe(DONE_PATHS.expired)
    }
  })
})

test('the data page, the data file, `show` and the board include the form that waits for a click', async ({
  list,
  board,
}) => {
  const person = await leaver(list)
  const { website: _, ...again } = await list.join(
    { ...person, [FREE_TEXT]: 'Again' },
    { source: 'ads', consent: CONSENT.version },
  )
  const token = await createToken(list.app.databaseUrl, person.email)
  const held = (body: string) =>
    list.app.http.post(`${LINK_PATHS.data}?t=${token}`).type('form').send(body)
  const times = { consented_at: expect.stringMatching(/^\d{4}-.+Z$/) }
  const form = { ...again, ...times, source: 'ads', consent: CONSENT.version }
  expect((await held('as=file')).body).toMatchObject({
    [FREE_TEXT]: 'Before',
    rejoined_at: expect.stringMatching(/^\d{4}-.+Z$/),
    pending_form: form,
  })
  const { text } = await held('').set('accept', 'text/html')
  for (const shown of ['Before', 'Again', 'ads']) expect(text).toContain(`<dd>${shown}</dd>`)

  const found = await find(list.session, person.email)
  expect(found).toMatchObject({
    listed: { [FREE_TEXT]: 'Before', left_at: expect.any(String) },
    pending: { ...form, joined_at: found.listed?.rejoined_at, left_at: null },
  })
  expect(foundText(found)).toMatch(/Left the list\n.*Before.*Joined again.*\n {2}.* Again\n/s)
  expect(foundText(await find(list.session, (await leaver(list)).email))).not.toContain('again')
  for (const path of ['/person', '/person/erase']) {
    const address = `${board.origin}${path}?${new URLSearchParams({ who: person.email })}`
    const page = await (await fetch(address, { headers: { cookie: board.cookie } })).text()
    expect(page).toMatch(/Before.*Again/s)
  }
})

test('an erasure deletes the form that waits for a click, but a backup and a restore keep it', async ({
  list,
}) => {
  const [person, there] = [await leaver(list), await newInstallation()]
  await list.join({ ...person, [FREE_TEXT]: 'Xanthippe' })
  await restored(there, await backedUp(list.session))
  const row = await rowOf(list, person)
  expect(row['pending_form']).toMatchObject({ answers: { [FREE_TEXT]: 'Xanthippe' } })
  expect(await rowOf({ ...list, session: there }, person)).toEqual(row)
  await erase(list.session, person.email)
  expect(await tablesWith(list.app.databaseUrl, 'xanthippe')).toEqual([])
})

test('an older backup replaces neither the newer form nor the withdrawn consent of a person who has left', async ({
  list,
}) => {
  const person = await list.join()
  const token = await createToken(list.app.databaseUrl, person.email)
  await follow(list.app, 'confirm', token)
  const older = await backedUp(list.session)
  await follow(list.app, 'leave', token)
  await list.join({ ...person, [FREE_TEXT]: 'Again' }, { consent: CONSENT.version })
  const before = await rowOf(list, person)
  expect(await restored(list.session, older)).toMatchObject({ restored: 0 })
  expect(await rowOf(list, person)).toEqual(before)
  expect(await asksAgain(list, person)).toBe(true)
  const newer = await tokenFor(list, person)
  expect(await follow(list.app, 'confirm', newer, CLICK)).toBe(200)
  await restored(list.session, older)
  expect(await rowOf(list, person)).toMatchObject({
    answers: { [FREE_TEXT]: 'Again' },
    consent: CONSENT.version,
    left_at: null,
  })
})

test('a person who came back and left again gets one more email when they join again', async ({
  list,
}) => {
  const person = await leaver(list)
  await list.join(person)
  const token = await tokenFor(list, person)
  expect(await follow(list.app, 'confirm', token, CLICK)).toBe(200)
  expect(await follow(list.app, 'leave', token)).toBe(DONE_PATHS.left)
  await list.join(person)
  expect(await asksAgain(list, person)).toBe(true)
})

test('if a person left before confirming, their latest form counts but doesn’t trigger an email', async ({
  list,
}) => {
  const person = await list.join()
  const token = await createToken(list.app.databaseUrl, person.email)
  await follow(list.app, 'leave', token)
  const { left_at } = await rowOf(list, person)
  await list.join({ ...person, [FREE_TEXT]: 'Newest' }, { source: 'ads' })
  expect(await rowOf(list, person)).toMatchObject({
    answers: { [FREE_TEXT]: 'Newest' },
    source: 'ads',
    confirmed_at: null,
    left_at,
    rejoined_at: null,
    pending_form: null,
  })
  expect(await asksAgain(list, person)).toBe(false)
})

describe('a clock that was set back after a person left', () => {
  test('a clock that is set back after a person left does not keep them from coming back', async ({
    list,
  }) => {
    const person = await leaver(list)
    await setClockBack(list)
    const { left_at } = await rowOf(list, person)
    await list.join({ ...person, [FREE_TEXT]: 'Again' })
    const token = await tokenFor(list, person)
    expect(await follow(list.app, 'confirm', token, CLICK)).toBe(200)
    const after = await rowOf(list, person)
    expect(after).toMatchObject({ left_at: null, answers: { [FREE_TEXT]: 'Again' } })
    expect(
      await list.session.query(
        `SELECT joined_at > $2 AND consented_at > $2 AND confirmed_at >= consented_at AS in_order
         FROM people WHERE mailbox = $1`,
        [person.email, left_at],
      ),
    ).toEqual([{ in_order: true }])
  })

  test('a clock that is set back after a person left does not make an earlier form count as a later one', async ({
    list,
  }) => {
    const person = await list.join()
    const token = await createToken(list.app.databaseUrl, person.email)
    await follow(list.app, 'confirm', token)
    await list.app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
    await follow(list.app, 'leave', token)
    await setClockBack(list)
    const before = await rowOf(list, person)
    await fold(list.session, { events: false })
    expect(await rowOf(list, person)).toEqual(before)
    expect(await asksAgain(list, person)).toBe(false)
  })

  test('a clock that is set back after an unconfirmed person left does not stop their latest form from counting', async ({
    list,
  }) => {
    const person = await list.join()
    const token = await createToken(list.app.databaseUrl, person.email)
    await follow(list.app, 'leave', token)
    await list.session.query(
      `UPDATE people SET left_at = left_at + interval '1 day' WHERE mailbox = $1`,
      [person.email],
    )
    await list.session.query(`UPDATE suppressions SET at = at + interval '1 day'`)
    await list.join({ ...person, [FREE_TEXT]: 'Newest' })
    expect(await rowOf(list, person)).toMatchObject({ answers: { [FREE_TEXT]: 'Newest' } })
    expect(
      await list.session.query(
        'SELECT joined_at > left_at AND consented_at > left_at AS in_order FROM people WHERE mailbox = $1',
        [person.email],
      ),
    ).toEqual([{ in_order: true }])
  })
})
