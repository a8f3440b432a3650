import {
  CLICKED,
  CONSENT,
  DONE_PATHS,
  LINK_PATHS,
  NEEDS_CLICK,
  TOKEN,
  WAITLIST_PATH,
} from '@ad-kit/contract'
import { expect, onTestFinished } from 'vitest'
import { newToken } from '../../../api/src/links/tokens.ts'
import { erase, forgetErasure } from '../../../api/src/list/people/erase.ts'
import { openSession } from '../../../api/src/system/session.ts'
import type { TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { bodyOf, FREE_TEXT, newPerson } from '../../support/people.ts'
import { newSmtp } from '../../support/smtp.ts'
import { startTestWorker } from '../../support/worker.ts'
import { newInstallation } from '../support/installations.ts'
import { untilBlocked } from '../support/locks.ts'
import { addPerson } from '../support/mailing.ts'
import { test } from '../support/test.ts'

/** Returns a founder who has joined, confirmed and left, with a worker and a mail server. */
async function leaver(app: TestApp) {
  const smtp = await newSmtp()
  const worker = await startTestWorker(app, { SMTP_URL: smtp.url })
  onTestFinished(() => worker.stop())
  const founder = newPerson()
  const { email } = founder
  const send = (text: string, consent?: string) =>
    app.http
      .post(WAITLIST_PATH)
      .query({ consent })
      .send(bodyOf({ ...founder, [FREE_TEXT]: text }))
      .expect(201)
  const row = async () => (await app.people()).find(({ mailbox }) => mailbox === email)
  /** Waits for a number of emails, and returns the last email's token. */
  const tokenOf = async (count: number) => {
    await expect.poll(() => smtp.received, { timeout: 15_000 }).toHaveLength(count)
    return /\?t=([\w-]{43})/.exec(smtp.received.at(-1)?.raw.replaceAll('=3D', '=') ?? '')?.[1] ?? ''
  }
  const follow = async (link: 'confirm' | 'leave', token: string, body = '') => {
    const path = `${LINK_PATHS[link]}?${TOKEN}=${token}`
    const { status, headers } = await app.http.post(path).type('form').redirects(0).send(body)
    return headers['location'] ?? status
  }
  await send('acme.co')
  const token = await tokenOf(1)
  await follow('confirm', token)
  expect((await row())?.['confirmed_at']).toBeInstanceOf(Date)
  expect(await follow('leave', token)).toBe(DONE_PATHS.left)
  return { smtp, send, row, tokenOf, follow, token, email }
}

const CLICK = `${CLICKED}=yes`

const waiting = (app: TestApp, email: string) =>
  select(
    app.databaseUrl,
    "SELECT kind FROM mails WHERE mailbox = $1 AND state IN ('waiting', 'sending')",
    [email],
  )

test('a person who left gets one email when a stranger signs them up again', async ({ app }) => {
  const { smtp, send, row, tokenOf, follow, token, email } = await leaver(app)
  expect(await follow('confirm', token, CLICK)).toBe(DONE_PATHS.expired)
  for (let times = 1; times <= 5; times += 1) {
    await send('Somebody else')
    if (times === 1) await tokenOf(2)
    await row()
    expect(await waiting(app, email)).toEqual([])
  }
  expect(smtp.received).toHaveLength(2)
  expect((await row())?.['left_at']).toBeInstanceOf(Date)
})

test('a person who left can come back with a click, which gives new consent', async ({ app }) => {
  const { send, row, tokenOf, follow } = await leaver(app)
  const before = await row()
  await send('Kiln', CONSENT.version)
  const token = await tokenOf(2)
  // In a mail scanner's browser, the page's script sends this.
  expect(await follow('confirm', token)).toBe(NEEDS_CLICK)
  expect((await row())?.['left_at']).toEqual(before?.['left_at'])
  expect(await follow('confirm', token, CLICK)).toBe(200)
  const after = await row()
  expect(after).toMatchObject({ [FREE_TEXT]: 'Kiln', consent: CONSENT.version, left_at: null })
  for (const time of ['joined_at', 'consented_at', 'confirmed_at']) {
    expect(Number(after?.[time]), time).toBeGreaterThan(Number(before?.['left_at']))
  }
})

test('a click that confirms while the person leaves does not bring the person back', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { confirmed_at: null })
  const { hash } = newToken()
  await here.query('INSERT INTO links (token, mailbox) VALUES ($1, $2)', [hash, email])
  const other = await openSession(here.url)
  onTestFinished(() => other.close())
  const { confirming } = await other.transaction(async () => {
    await other.query("SELECT suppress($1, 'left')", [email])
    const confirming = here.value('SELECT confirm_by_link($1, true)', [hash])
    await untilBlocked(here.url, 1)
    return { confirming }
  })
  expect(await confirming).toBeNull()
  expect(await here.value('SELECT left_at FROM people')).toBeInstanceOf(Date)
})

test('a person who leaves twice is not emailed until the owner allows it', async ({ app }) => {
  const { send, row, tokenOf, follow, email } = await leaver(app)
  await send('Kiln')
  const token = await tokenOf(2)
  expect(await follow('leave', token)).toBe(DONE_PATHS.left)
  expect(await follow('confirm', token, CLICK)).toBe(DONE_PATHS.expired)
  await send('Kiln')
  expect((await row())?.['left_at']).toBeInstanceOf(Date)
  expect(await waiting(app, email)).toEqual([])

  // The owner deletes the record of the departure.
  const owner = await openSession(app.databaseUrl)
  onTestFinished(() => owner.close())
  expect(await forgetErasure(owner, email)).toBe(false)
  await erase(owner, email)
  expect(await forgetErasure(owner, email)).toBe(true)
  await send('Kiln')
  await tokenOf(3)
  expect(await row()).toMatchObject({ left_at: null })
})
