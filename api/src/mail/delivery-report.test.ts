// Guards bounces.

import { describe, expect, test } from 'vitest'
import { type DeliveryReport, readReport } from './delivery-report.ts'

const ORIGINAL = [
  'From: Shop <hello@shop.example>',
  'To: Ada <ada@example.com>',
  'Message-ID: <id-1@shop.example>',
  'Subject: Please confirm',
  '',
  'Hello',
]

interface Part {
  readonly type: string
  readonly lines: readonly string[]
}

const returned = (type = 'text/rfc822-headers'): Part => ({ type, lines: ORIGINAL })

/** An email with parts, as servers send reports. */
const mail = (...parts: readonly Part[]): Buffer =>
  Buffer.from(
    [
      'From: MAILER-DAEMON@mx.example.com',
      'To: hello@shop.example',
      'Subject: Returned',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; boundary="b"',
      '',
      ...[{ type: 'text/plain', lines: ['Sorry.'] }, ...parts].flatMap(({ type, lines }) => [
        '--b',
        `Content-Type: ${type}`,
        '',
        ...lines,
      ]),
      '--b--',
      '',
    ].join('\r\n'),
  )

const status = (...lines: readonly string[]): Part => ({
  type: 'message/delivery-status',
  lines: ['Reporting-MTA: dns; mx.example.com', '', ...lines],
})

const feedback = (...lines: readonly string[]): Part => ({
  type: 'message/feedback-report',
  lines,
})

const TO = 'Final-Recipient: rfc822; ada@example.com'
const FAILED = 'Action: failed'
const UNKNOWN = 'Status: 5.1.1'

describe('a notification about a delivery', () => {
  test('of a refused address has its status, the Message-ID and the recipient', async () => {
    const source = mail(status(TO, FAILED, 'Status: 5.1.1'), returned())
    expect(await readReport(source)).toEqual({
      kind: 'refused',
      status: '5.1.1',
      messageId: 'id-1@shop.example',
      recipient: 'ada@example.com',
    })
  })

  test.each([
    ['a failure with a code of the server', [FAILED, 'Status: 5.1.2 (no such host)'], 'refused'],
    ['a failure and a space after it', ['Action: failed ', 'Status: 5.1.1'], 'refused'],
    ['fields without spaces', ['Action:failed', 'Status:5.1.1'], 'refused'],
    ['a failure in capitals', ['Action: FAILED', 'Status: 5.1.1'], 'refused'],
    ['a failure without a status', [FAILED], 'other'],
    ['a status without an action', ['Status: 5.1.1'], 'refused'],
    ['a delay', ['Action: delayed', 'Status: 4.4.1'], 'other'],
    ['a temporary failure', [FAILED, 'Status: 4.2.2'], 'other'],
    ['a delivery', ['Action: delivered', 'Status: 2.0.0'], 'other'],
    ['an objection to the sender', [FAILED, 'Status: 5.7.26'], 'other'],
    ['neither an action nor a status', [], 'other'],
    ['an action that only contains the word', ['Action: failed-over', 'Status: 5.1.1'], 'other'],
    ['an action that only ends with the word', ['Action: not failed', 'Status: 5.1.1'], 'other'],
    ['a delay without a status', ['Action: delayed'], 'other'],
    ['a number that is no status', [FAILED, 'Status: 15.1.1'], 'other'],
  ] as const)('with %s has the kind “%s”', async (_what, fields, kind) => {
    expect(await readReport(mail(status(TO, ...fields)))).toMatchObject({ kind })
  })

  test.each([
    ['5.0.0', 'smtp; 550 5.7.26 The sender fails DMARC', '5.7.26', 'other'],
    ['5.1.1', 'smtp; 550-5.7.1 Blocked\r\n 550 5.7.1 by our policy', '5.7.1', 'other'],
    ['5.5.0', 'smtp; 550 5.1.1 User unknown', '5.1.1', 'refused'],
    ['', 'smtp; 550 5.1.1 User unknown', '5.1.1', 'refused'],
  ])('with the status “%s” and “%s” has the code %s', async (given, diagnostic, code, kind) => {
    const fields = [TO, FAILED, `Status: ${given}`, `Diagnostic-Code: ${diagnostic}`]
    expect(await readReport(mail(status(...fields)))).toMatchObject({ status: code, kind })
  })

  test('names the address that the email was sent to, not the one that it was forwarded to', async () => {
    const fields = [TO, 'Original-Recipient: rfc822;bo@example.com', FAILED]
    expect(await readReport(mail(status(...fields)))).toMatchObject({
      recipient: 'bo@example.com',
      messageId: undefined,
    })
  })

  test.each([
    ['with angle brackets', 'Final-Recipient: rfc822; <ada@example.com>'],
    ['without a type', 'Final-Recipient: ada@example.com'],
    ['with a type for international addresses', 'Final-Recipient: utf-8; ada@example.com'],
    ['as an empty field, so that the returned email names it', 'Final-Recipient: rfc822;'],
  ])('may have the recipient %s', async (_what, field) => {
    const source = mail(status(field, FAILED), returned())
    expect(await readReport(source)).toMatchObject({ recipient: 'ada@example.com' })
  })

  test('about several recipients names the refused one', async () => {
    const fields = [
      'Final-Recipient: rfc822; bo@example.com',
      'Action: delivered',
      'Status: 2.0.0',
      ' ',
      TO,
      FAILED,
      'Status: 5.1.1',
    ]
    expect(await readReport(mail(status(...fields)))).toMatchObject({
      kind: 'refused',
      recipient: 'ada@example.com',
    })
  })

  test('about several recipients, none of them refused, names the first', async () => {
    const delayed = ['Action: delayed', '', TO, 'Action: delayed']
    const source = mail(status('Final-Recipient: rfc822; bo@example.com', ...delayed))
    expect(await readReport(source)).toMatchObject({ kind: 'other', recipient: 'bo@example.com' })
  })

  test('without a recipient reports the words of the returned email', async () => {
    expect(await readReport(mail(status(), returned()))).toEqual({
      kind: 'other',
      status: undefined,
      messageId: 'id-1@shop.example',
      recipient: 'ada@example.com',
    })
  })

  test('with an action only is about the recipient of the returned email', async () => {
    expect(await readReport(mail(status(FAILED, UNKNOWN), returned()))).toMatchObject({
      kind: 'refused',
      recipient: 'ada@example.com',
    })
  })

  test.each([
    ['message/delivery-status', 'message/rfc822'],
    ['message/delivery-status', 'message/global'],
    ['message/delivery-status', 'message/rfc822-headers'],
    ['message/global-delivery-status', 'message/global-headers'],
    ['message/global-delivery-status', 'message/rfc822'],
  ])('as %s has the Message-ID of an email that is returned as %s', async (type, as) => {
    const part = { ...status(TO, FAILED, UNKNOWN), type }
    expect(await readReport(mail(part, returned(as)))).toMatchObject({
      kind: 'refused',
      messageId: 'id-1@shop.example',
    })
  })

  test('of a returned email without Message-ID and recipient has neither', async () => {
    const bare: Part = { type: 'message/rfc822', lines: ['Subject: Hello', '', 'Hello'] }
    const { messageId, recipient } = (await readReport(mail(status(FAILED), bare))) ?? {}
    expect([messageId, recipient]).toEqual([undefined, undefined])
  })

  test('has the Message-ID without spaces, when that of the email is folded', async () => {
    const lines = ['To: ada@example.com', 'Message-ID:', ' < id-1@shop.example >', '', 'Hi']
    const source = mail(status(TO, FAILED), { type: 'message/rfc822', lines })
    expect(await readReport(source)).toMatchObject({ messageId: 'id-1@shop.example' })
  })

  const bob = (count: number) =>
    Array.from({ length: count }, () => ['Final-Recipient: rfc822; bo@example.com', '']).flat()
  const last = [TO, FAILED, UNKNOWN]

  test('of 128 KB of empty lines is read in no time', async () => {
    const source = mail(status(...Array.from({ length: 65_000 }, () => ''), ...last))
    const before = process.memoryUsage.rss()
    expect(await readReport(source)).toMatchObject({ kind: 'other' })
    expect(process.memoryUsage.rss() - before).toBeLessThan(64_000_000)
  })

  test('about many recipients is read up to the hundredth', async () => {
    // the first group is about the server
    expect(await readReport(mail(status(...bob(98), ...last)))).toMatchObject({ kind: 'refused' })
    expect(await readReport(mail(status(...bob(100), ...last)))).toMatchObject({ kind: 'other' })
  })

  test('is read up to 2,000 lines, 32 KB of headers and 128 KB', async () => {
    const fields = (lines: number) => Array.from({ length: lines }, () => 'X: y')
    const read = (lines: readonly string[]) => readReport(mail(status(...lines, '', ...last)))
    expect(await read(fields(1_950))).toMatchObject({ kind: 'refused' })
    expect(await read(fields(2_000))).toMatchObject({ kind: 'other' })
    expect(await read([`X: ${'y'.repeat(130_000)}`])).toMatchObject({ kind: 'refused' })
    expect(await read([`X: ${'y'.repeat(131_072)}`])).toMatchObject({ kind: 'other' })
    const addressed = (size: number) =>
      Buffer.concat([Buffer.from(`To: ${'a,'.repeat(size / 2)}\r\n`), mail(status(...last))])
    expect(await readReport(addressed(30_000))).toMatchObject({ kind: 'refused' })
    expect(await readReport(addressed(33_000))).toBeUndefined()
  })

  test.each([
    ['with a field that begins with its continuation', [' x', ...last]],
    ['with lines that are no fields', ['hello', ': x', ...last]],
    ['with the names of members of objects', ['__proto__: x', 'constructor: y', ...last]],
    ['with further empty lines between its groups', ['', ...last]],
  ])('%s is read', async (_what, lines) => {
    expect(await readReport(mail(status(...lines)))).toMatchObject({ kind: 'refused' })
  })

  test.each([
    ['of an unknown charset', 'message/delivery-status; charset=x-nonsense'],
    ['in UTF-8', 'message/delivery-status; charset=utf-8'],
  ])('whose part is %s is read', async (_what, type) => {
    expect(await readReport(mail({ ...status(...last), type }))).toMatchObject({ kind: 'refused' })
  })

  test('with bytes that are no text, with the line ends of Unix, or in a part of a part, is read', async () => {
    const broken = mail(status('X-Name: \u00ff\u0000', ...last))
    expect(await readReport(Buffer.from(broken.toString(), 'latin1'))).toMatchObject({
      kind: 'refused',
    })
    const unix = mail(status(...last))
      .toString()
      .replaceAll('\r\n', '\n')
    expect(await readReport(Buffer.from(unix))).toMatchObject({ kind: 'refused', status: '5.1.1' })
    const inner = ['--c', 'Content-Type: message/delivery-status', '', ...last, '--c--']
    const nested = mail({ type: 'multipart/mixed; boundary="c"', lines: inner })
    expect(await readReport(nested)).toMatchObject({ kind: 'refused' })
  })

  test('whose parts are nested too deeply is no report', async () => {
    const deep = Array.from({ length: 300 }, (_, level) => [
      `Content-Type: multipart/mixed; boundary="b${level}"`,
      '',
      `--b${level}`,
    ]).flat()
    expect(await readReport(Buffer.from(deep.join('\r\n')))).toBeUndefined()
  })
})

describe('a report about a complaint', () => {
  const read = (...fields: readonly string[]): Promise<DeliveryReport | undefined> =>
    readReport(mail(feedback(...fields), returned()))

  test('is about the recipient of the returned email', async () => {
    expect(await read('Feedback-Type: abuse')).toEqual({
      kind: 'complaint',
      status: undefined,
      messageId: 'id-1@shop.example',
      recipient: 'ada@example.com',
    })
  })

  test('is about the recipient that it names', async () => {
    const removal = 'Removal-Recipient: <bo@example.com>'
    const original = 'Original-Rcpt-To: cy@example.com'
    expect(await read('Feedback-Type: abuse', removal)).toMatchObject({
      recipient: 'bo@example.com',
    })
    expect(await read('Feedback-Type: abuse', removal, original)).toMatchObject({
      recipient: 'cy@example.com',
    })
  })

  test.each(['abuse', 'Fraud ', 'ABUSE'])('with the type “%s” counts', async (type) => {
    expect(await read(`Feedback-Type: ${type}`)).toMatchObject({ kind: 'complaint' })
  })

  test.each(['Not-Spam ', 'auth-failure', 'virus', 'other', 'opt-out', 'abuse-2', ''])(
    'with the type “%s” is no complaint',
    async (type) => {
      expect(await read(`Feedback-Type: ${type}`)).toMatchObject({ kind: 'other' })
    },
  )

  test('is no complaint without its type, which it must have', async () => {
    expect(await read('User-Agent: Provider/1.0')).toMatchObject({ kind: 'other' })
    expect(await read()).toMatchObject({ kind: 'other' })
  })
})

test.each([
  ['an ordinary mail', Buffer.from('From: ada@example.com\r\nSubject: Hello\r\n\r\nHello')],
  ['a mail with a header of 3 MB', Buffer.from(`Subject: ${'x'.repeat(3_000_000)}`)],
  ['an empty file', Buffer.alloc(0)],
  ['a mail with a returned mail only', mail(returned('message/rfc822'))],
])('%s is no report', async (_what, source) => {
  expect(await readReport(source)).toBeUndefined()
})
