// Guards bounces.

import { describe, expect, test } from 'vitest'
import { readReport } from './delivery-report.ts'

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

/** Reads a notification with these fields. */
const read = (...fields: readonly string[]) => readReport(mail(status(...fields)))

describe('a notification about a delivery', () => {
  test('of a refused address has its status, the Message-ID and the recipient', async () => {
    expect(await readReport(mail(status(TO, FAILED, UNKNOWN), returned()))).toEqual({
      kind: 'refused',
      status: '5.1.1',
      messageId: 'id-1@shop.example',
      recipient: 'ada@example.com',
    })
  })

  test.each([
    ['a failure with a code of the server', [FAILED, 'Status: 5.1.2 (no such host)'], 'refused'],
    ['fields without spaces, in capitals', ['Action:FAILED', 'Status:5.1.1'], 'refused'],
    ['a failure without a status', [FAILED], 'other'],
    ['a status without an action', [UNKNOWN], 'refused'],
    ['a delay', ['Action: delayed', 'Status: 4.4.1'], 'other'],
    ['a temporary failure', [FAILED, 'Status: 4.2.2'], 'other'],
    ['an objection to the sender', [FAILED, 'Status: 5.7.26'], 'other'],
    ['neither an action nor a status', [], 'other'],
    ['an action that only begins with the word', ['Action: failed-over', UNKNOWN], 'other'],
    ['an action that only ends with the word', ['Action: not failed', UNKNOWN], 'other'],
  ] as const)('with %s has the kind “%s”', async (_what, fields, kind) => {
    expect(await read(TO, ...fields)).toMatchObject({ kind })
  })

  test.each([
    ['5.0.0', 'smtp; 550 5.7.26 The sender fails DMARC', '5.7.26', 'other'],
    ['5.1.1', 'smtp; 550-5.7.1 Blocked\r\n 550 5.7.1 by our policy', '5.7.1', 'other'],
    ['', 'smtp; 550\r\n\t  5.1.1 User unknown', '5.1.1', 'refused'],
  ])('with the status “%s” and “%s” has the code %s', async (given, diagnostic, code, kind) => {
    const fields = [TO, FAILED, `Status: ${given}`, `Diagnostic-Code: ${diagnostic}`]
    expect(await read(...fields)).toMatchObject({ status: code, kind })
  })

  test('names the address that the email was sent to, not the one that it was forwarded to', async () => {
    expect(await read(TO, 'Original-Recipient: rfc822;bo@example.com', FAILED)).toMatchObject({
      recipient: 'bo@example.com',
      messageId: undefined,
    })
  })

  test.each([
    ['with angle brackets', ['Final-Recipient: rfc822; <ada@example.com>', FAILED]],
    ['without a type', ['Final-Recipient: ada@example.com', FAILED]],
    ['as an empty field, so that the returned email names it', ['Final-Recipient: rfc822;']],
    ['of the returned email, without any field', []],
  ])('may have the recipient %s', async (_what, fields) => {
    expect(await readReport(mail(status(...fields), returned()))).toMatchObject({
      recipient: 'ada@example.com',
      messageId: 'id-1@shop.example',
    })
  })

  test('with an action only is about the recipient of the returned email', async () => {
    expect(await readReport(mail(status(FAILED, UNKNOWN), returned()))).toMatchObject({
      kind: 'refused',
      recipient: 'ada@example.com',
    })
  })

  test('about several recipients names the refused one, else the first', async () => {
    const bo = 'Final-Recipient: rfc822; bo@example.com'
    const delivered = [bo, 'Action: delivered', 'Status: 2.0.0', ' ']
    expect(await read(...delivered, TO, FAILED, UNKNOWN)).toMatchObject({
      kind: 'refused',
      recipient: 'ada@example.com',
    })
    expect(await read(...delivered, TO, 'Action: delayed')).toMatchObject({
      kind: 'other',
      recipient: 'bo@example.com',
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

  test('has a Message-ID and a recipient as far as the returned email has them', async () => {
    const reported = async (...lines: readonly string[]) => {
      const email = { type: 'message/rfc822', lines: [...lines, '', 'Hello'] }
      const { messageId, recipient } = (await readReport(mail(status(FAILED), email))) ?? {}
      return [messageId, recipient]
    }
    expect(await reported('Subject: Hello')).toEqual([undefined, undefined])
    expect(await reported('To: Friends: bo@example.com;')).toEqual([undefined, 'bo@example.com'])
    expect(await reported('To: bo@example.com', 'Message-ID:', ' < id-2@shop.example >')).toEqual([
      'id-2@shop.example',
      'bo@example.com',
    ])
  })

  const last = [TO, FAILED, UNKNOWN]

  test('of 128 KB of empty lines is read in no time', async () => {
    const source = mail(status(...Array.from({ length: 65_000 }, () => ''), ...last))
    const before = process.memoryUsage.rss()
    expect(await readReport(source)).toMatchObject({ kind: 'other' })
    expect(process.memoryUsage.rss() - before).toBeLessThan(64_000_000)
  })

  test('is read up to 100 recipients, 2,000 lines, 32 KB of headers and 128 KB', async () => {
    const repeat = (count: number, ...lines: readonly string[]) =>
      Array.from({ length: count }, () => lines).flat()
    const bo = ['Final-Recipient: rfc822; bo@example.com', '']
    // the first group is about the server
    expect(await read(...repeat(98, ...bo), ...last)).toMatchObject({ kind: 'refused' })
    expect(await read(...repeat(100, ...bo), ...last)).toMatchObject({ kind: 'other' })
    const behind = (lines: number) =>
      readReport(mail({ type: 'text/plain', lines: repeat(lines, 'x') }, status(...last)))
    expect(await behind(1_950)).toMatchObject({ kind: 'refused' })
    expect(await behind(2_000)).toBeUndefined()
    const long = (size: number) => [`X: ${'y'.repeat(size)}`, '']
    expect(await read(...long(130_000), ...last)).toMatchObject({ kind: 'refused' })
    expect(await read(...long(131_072), ...last)).toMatchObject({ kind: 'other' })
    const addressed = (size: number) =>
      Buffer.concat([Buffer.from(`To: ${'a,'.repeat(size / 2)}\r\n`), mail(status(...last))])
    expect(await readReport(addressed(30_000))).toMatchObject({ kind: 'refused' })
    expect(await readReport(addressed(33_000))).toBeUndefined()
  })

  const type = 'message/delivery-status; charset=x-nonsense'
  const inner = ['--c', 'Content-Type: message/delivery-status', '', ...last, '--c--']
  const unix = String(mail(status(...last))).replaceAll('\r\n', '\n')
  const odd = String(mail(status('X: \u00ff\0', ...last)))

  test.each([
    ['with a field that begins with its continuation', mail(status(' x', ...last))],
    ['with lines that are no fields', mail(status('hello', ': x', ...last))],
    ['with spaces before its colons', mail(status(...last.map((line) => line.replace(':', ' :'))))],
    ['with the names of members of objects', mail(status('__proto__: x', ...last))],
    ['with further empty lines between its groups', mail(status('', ...last))],
    ['of an unknown charset', mail({ ...status(...last), type })],
    ['with bytes that are no text', Buffer.from(odd, 'latin1')],
    ['with the line ends of Unix', Buffer.from(unix)],
    ['in a part of a part', mail({ type: 'multipart/mixed; boundary="c"', lines: inner })],
  ])('%s is read', async (_what, source) => {
    expect(await readReport(source)).toMatchObject({ kind: 'refused', status: '5.1.1' })
  })
})

describe('a report about a complaint', () => {
  const complaint = (...fields: readonly string[]) =>
    readReport(mail(feedback(...fields), returned()))

  test('is about the recipient that it names, else that of the returned email', async () => {
    const [abuse, removal] = ['Feedback-Type: abuse', 'Removal-Recipient: <bo@example.com>']
    expect(await complaint(abuse)).toEqual({
      kind: 'complaint',
      status: undefined,
      messageId: 'id-1@shop.example',
      recipient: 'ada@example.com',
    })
    expect(await complaint(abuse, removal)).toMatchObject({ recipient: 'bo@example.com' })
    expect(await complaint(abuse, removal, 'Original-Rcpt-To: cy@example.com')).toMatchObject({
      recipient: 'cy@example.com',
    })
  })

  test('counts as one if its type is abuse or fraud, and not without a type', async () => {
    for (const type of ['Fraud ', 'ABUSE']) {
      expect(await complaint(`Feedback-Type: ${type}`)).toMatchObject({ kind: 'complaint' })
    }
    for (const type of ['Not-Spam', 'other', 'opt-out abuse', 'not-abuse', 'abuse-2', '']) {
      expect(await complaint(`Feedback-Type: ${type}`), type).toMatchObject({ kind: 'other' })
    }
    for (const fields of [['User-Agent: Provider/1.0'], []]) {
      expect(await complaint(...fields)).toMatchObject({ kind: 'other' })
    }
  })
})

const deep = Array.from({ length: 300 }, (_, level) => [
  `Content-Type: multipart/mixed; boundary="b${level}"`,
  '',
  `--b${level}`,
]).flat()

test.each([
  ['an ordinary mail', Buffer.from('From: ada@example.com\r\nSubject: Hello\r\n\r\nHello')],
  ['an empty file', Buffer.alloc(0)],
  ['a mail with a returned mail only', mail(returned('message/rfc822'))],
  ['a mail whose parts are nested too deeply', Buffer.from(deep.join('\r\n'))],
])('%s is no report', async (_what, source) => {
  expect(await readReport(source)).toBeUndefined()
})
