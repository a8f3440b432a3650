// Guards bounce-provider.

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DeliveryReport } from '../delivery-report.ts'
import { mailgun } from './mailgun.ts'
import { ForgedRequest } from './provider.ts'

const KEY = 'a webhook signing key'

/** As in documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks. */
function signature(key: string) {
  const [timestamp, token] = ['1529006854', 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0']
  const signed = createHmac('sha256', key).update(timestamp + token)
  return { timestamp, token, signature: signed.digest('hex') }
}

/** As in documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads. */
const FAILED = {
  id: 'G9Bn5sl1TC6nu79C8C0bwg',
  timestamp: 1521233195.375624,
  'log-level': 'error',
  event: 'failed',
  severity: 'permanent',
  reason: 'suppress-bounce',
  'delivery-status': {
    'attempt-no': 1,
    message: '',
    code: 605,
    'enhanced-code': '',
    description: 'Not delivering to previously bounced address',
    'session-seconds': 0,
  },
  message: {
    headers: {
      to: 'Ada <ada@example.com>',
      'message-id': 'id-1@shop.example',
      from: 'Bob <bob@sandbox.mailgun.org>',
      subject: 'Test permanent fail webhook',
    },
    attachments: [],
    size: 111,
  },
  recipient: 'ada@example.com',
  'recipient-domain': 'example.com',
}

const ADA = {
  messageId: 'id-1@shop.example',
  recipient: 'ada@example.com',
  eventId: expect.any(String),
  reportedAt: 1_529_006_854_000,
}

const read = (changes: object, signed: object = signature(KEY), key: string | undefined = KEY) => {
  const payload = { signature: signed, 'event-data': { ...FAILED, ...changes } }
  return mailgun({ headers: {}, body: JSON.stringify(payload) }, { signingKey: key })
}

test('Mailgun reports permanent failures and complaints', () => {
  expect(read({})).toEqual([{ kind: 'refused', status: undefined, ...ADA }])
  const server = { code: 550, 'enhanced-code': '5.1.1', message: 'no such user' }
  expect(read({ reason: 'bounce', 'delivery-status': server })).toEqual([
    { kind: 'refused', status: '5.1.1', ...ADA },
  ])
  expect(read({ event: 'complained' })).toEqual([{ kind: 'complaint', status: undefined, ...ADA }])
})

test('temporary failures of Mailgun, objections to the sender and other events change nothing', () => {
  expect(read({ severity: 'temporary' })).toEqual([])
  expect(read({ reason: 'old' })).toEqual([])
  expect(read({ event: 'delivered' })).toEqual([])
  const server = { code: 550, message: '5.7.26 This mail is unauthenticated' }
  expect(read({ reason: 'generic', 'delivery-status': server })).toMatchObject([{ kind: 'other' }])
})

test('a signature of Mailgun by another key, or none, is refused if a signing key is set', () => {
  for (const signed of [signature('another key'), { ...signature(KEY), token: 'x' }, {}]) {
    expect(() => read({}, signed)).toThrow(ForgedRequest)
  }
  const payload = JSON.stringify({ 'event-data': FAILED })
  expect(mailgun({ headers: {}, body: payload }, {})).toHaveLength(1)
})

test('a signed event of Mailgun has its id and time from what is signed, so a new body does not make it new', () => {
  const [first] = read({}) as readonly DeliveryReport[]
  const [again] = read({
    id: 'another',
    timestamp: Date.now() / 1_000,
  }) as readonly DeliveryReport[]
  expect(again).toMatchObject({ eventId: first?.eventId, reportedAt: first?.reportedAt })
  const body = (changes: object) => JSON.stringify({ 'event-data': { ...FAILED, ...changes } })
  const unsigned = (changes: object) =>
    (mailgun({ headers: {}, body: body(changes) }, {}) as readonly DeliveryReport[])[0]
  expect(unsigned({})).toMatchObject({ reportedAt: 1_521_233_195_375.624 })
  expect(unsigned({ id: 'another' })?.eventId).not.toBe(unsigned({})?.eventId)
})
