// Guards bounces.
// The tests of delivery-report.ts have the other forms of a notification, and complaints.

import { expect, test } from 'vitest'
import { fold } from '../../../../api/src/list/fold.ts'
import { notificationOf } from '../../support/delivery-notification.ts'
import { newInstallation, recorded } from '../../support/installations.ts'
import { addPerson, addSending, waitingFor } from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'

/** A person for whom an email waits, and what they look like after a bounce. */
async function newPerson() {
  const here = await newInstallation()
  const email = await addPerson(here)
  await addSending(here, { kind: 'announce', email_key: email })
  await addSending(here, { kind: 'webhook', email_key: email, about: 'joined' })
  const bounce = (input: string, ...args: string[]) =>
    run(['bounce', ...args], { url: here.url, input })
  const state = async () => {
    const [row] = await here.query<{ marked: boolean }>(
      'SELECT undeliverable_at IS NOT NULL AS marked FROM people WHERE email_key = $1',
      [email],
    )
    return { marked: row?.marked, mails: (await waitingFor(here, 'announce')).length }
  }
  return { here, email, bounce, state }
}

const MARKED = { marked: true, mails: 0 }
const UNCHANGED = { marked: false, mails: 1 }

test('a bounce of a refused email stops all emails to the person, and only emails', async () => {
  const { here, email, bounce, state } = await newPerson()
  expect(await bounce(notificationOf(email))).toEqual({
    code: 0,
    stdout: 'No more emails are sent to that address.\n',
    stderr: '',
  })
  expect(await state()).toEqual(MARKED)
  expect(await waitingFor(here, 'webhook')).toEqual([email])
  expect(await recorded(here.url)).toEqual(['bounce'])
  expect((await bounce(notificationOf(email))).stderr).toMatch(/^That address was marked before/)
})

test('a bounced address that signs up again gets no email', async () => {
  const { here, email, bounce } = await newPerson()
  await bounce(notificationOf(email))
  await here.query('INSERT INTO inbox (email_key) VALUES ($1)', [email])
  await fold(here, { events: false })
  expect(await here.query('SELECT FROM inbox')).toEqual([])
  expect(await waitingFor(here, 'confirm')).toEqual([])
})

test.each([
  ['a delay', 'delayed', '4.4.1', /^Nothing changed: this is not a permanent failure\.\n$/],
  ['a refusal by policy', 'failed', '5.7.26', /check SPF, DKIM and DMARC/],
  [
    'a full mailbox',
    'failed',
    '5.2.2',
    /^Nothing changed: .* not say that the address is wrong\.\n/,
  ],
])('a report of %s changes nothing, and says why', async (_what, action, status, sentence) => {
  const { here, email, bounce, state } = await newPerson()
  const { code, stderr } = await bounce(notificationOf(email, action, status))
  expect([code, stderr]).toEqual([0, expect.stringMatching(sentence)])
  expect(await state()).toEqual(UNCHANGED)
  expect(await recorded(here.url)).toEqual([])
})

test('an address from standard input or an argument is marked', async () => {
  const { email, bounce, state } = await newPerson()
  const { code, stdout } = await bounce(`${email.toUpperCase()}\n`, '--json')
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { kind: 'refused', status: null, outcome: 'marked' },
  ])
  expect(await state()).toEqual(MARKED)
  expect(JSON.parse((await bounce('', email, '--json')).stdout)).toMatchObject({
    outcome: 'marked before',
  })
})

test('a bounce of an unknown address ends with 0, so that a mail server does not return it', async () => {
  const { here, bounce, state } = await newPerson()
  expect(await bounce(notificationOf('nobody@example.com'))).toEqual({
    code: 0,
    stdout: '',
    stderr: 'That address is not on the list.\n',
  })
  expect(await state()).toEqual(UNCHANGED)
  expect(await recorded(here.url)).toEqual([])
})

test('an ordinary email on standard input is no bounce and ends with 1', async () => {
  const input = 'From: a@example.com\r\nSubject: Hello\r\n\r\nI am on holiday.\r\n'
  expect(await run(['bounce'], { input })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'This is not a bounce, a complaint or an email address.\n',
  })
})
