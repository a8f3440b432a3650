// Guards bounces.

import { expect, test } from 'vitest'
import { fold } from '../../../api/src/inbox/fold.ts'
import { newInstallation, recorded } from '../../support/program/installations.ts'
import { addPerson, addSending, waitingFor } from '../../support/program/mailing.ts'
import { run } from '../../support/program/run-program.ts'

const RETURNED = (to: string, id: string) => [
  'Content-Type: text/rfc822-headers',
  '',
  'From: Shop <hello@shop.example>',
  `To: ${to}`,
  `Message-ID: <${id}@shop.example>`,
  'Subject: Please confirm',
  '',
]

const report = (type: string, ...parts: readonly (readonly string[])[]): string =>
  [
    'From: MAILER-DAEMON@mx.example.com',
    'To: hello@shop.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
    '',
    ...[['Content-Type: text/plain', '', 'Sorry.', ''], ...parts].flatMap((part) => [
      '--b',
      ...part,
    ]),
    '--b--',
    '',
  ].join('\r\n')

interface Dsn {
  readonly to: string
  readonly id?: string
  readonly action?: string
  readonly status?: string
}

/** A delivery status notification as Postfix writes it. Without a recipient, it names none. */
const dsn = ({ to, id = 'x', action = 'failed', status = '5.1.1' }: Dsn, recipient = to): string =>
  report(
    'delivery-status',
    [
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.com',
      'Arrival-Date: Fri, 30 Jan 2026 12:00:00 +0000',
      '',
      ...(recipient ? [`Final-Recipient: rfc822; ${recipient}`] : []),
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: smtp; 550 ${status} <somebody@mx.example.com>: see our\r\n    pages`,
      '',
    ],
    RETURNED(to, id),
  )

/** A complaint as mail providers write it. */
const complaint = (to: string, id: string) =>
  report(
    'feedback-report',
    [
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      'User-Agent: Provider/1.0',
      'Version: 1',
      '',
    ],
    RETURNED(to, id),
  )

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
  expect(await bounce(dsn({ to: email }))).toEqual({
    code: 0,
    stdout: 'No more emails are sent to that address.\n',
    stderr: '',
  })
  expect(await state()).toEqual(MARKED)
  expect(await waitingFor(here, 'webhook')).toEqual([email])
  expect(await recorded(here.url)).toEqual(['bounce'])
  expect((await bounce(dsn({ to: email }))).stderr).toMatch(/^That address was marked before/)
})

test('a bounced address that signs up again gets no email', async () => {
  const { here, email, bounce } = await newPerson()
  await bounce(dsn({ to: email }))
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
  const { code, stderr } = await bounce(dsn({ to: email, action, status }))
  expect([code, stderr]).toEqual([0, expect.stringMatching(sentence)])
  expect(await state()).toEqual(UNCHANGED)
  expect(await recorded(here.url)).toEqual([])
})

test('a bounce without a recipient is assigned by the Message-ID of the returned email', async () => {
  const { here, email, bounce, state } = await newPerson()
  const id = await addSending(here, { kind: 'confirm', email_key: email, state: 'sent' })
  await bounce(dsn({ to: 'undisclosed-recipients:;', id }, ''))
  expect(await state()).toEqual(MARKED)
  expect(await here.query('SELECT state, reply FROM mails WHERE id = $1', [id])).toEqual([
    { state: 'failed', reply: '5.1.1' },
  ])
})

test('a complaint stops all emails to the person', async () => {
  const { here, email, bounce, state } = await newPerson()
  const id = await addSending(here, { kind: 'confirm', email_key: email, state: 'sent' })
  await bounce(complaint(email, id))
  expect(await state()).toEqual(MARKED)
})

test.each([
  ['standard input', (email: string) => [`${email.toUpperCase()}\n`]],
  ['an argument', (email: string) => ['', email]],
] as const)('an address from %s is marked', async (_where, argumentsOf) => {
  const { email, bounce, state } = await newPerson()
  const [input = '', ...args] = argumentsOf(email)
  const { code, stdout } = await bounce(input, ...args, '--json')
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { kind: 'refused', status: null, outcome: 'marked' },
  ])
  expect(await state()).toEqual(MARKED)
})

test('a bounce of an unknown address ends with 0, so that a mail server does not return it', async () => {
  const { here, bounce, state } = await newPerson()
  for (const input of [dsn({ to: 'nobody@example.com' }), dsn({ to: '' }), 'nobody@example.com']) {
    expect(await bounce(input)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'That address is not on the list.\n',
    })
  }
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

test('only the start of a large report is read, which names the recipient, and the command says so', async () => {
  const { email, bounce, state } = await newPerson()
  const { code, stderr } = await bounce(`${dsn({ to: email })}${'x'.repeat(131_072)}`)
  expect([code, stderr]).toEqual([
    0,
    'Only the first 131,072 bytes were read, which name the recipient.\n',
  ])
  expect(await state()).toEqual(MARKED)
  const late = `${'x'.repeat(131_072)}\r\n${dsn({ to: email })}`
  expect((await bounce(late)).code).toBe(1)
})
