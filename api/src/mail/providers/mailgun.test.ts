// Guards bounce-provider.

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DeliveryReport } from '../../list/apply-reports.ts'
import { mailgun } from './mailgun.ts'
import { ForgedRequest } from './provider.ts'

const KEY = 'a webhook signing key'

/** As in documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks. */
function signature(key: string) {
  const [timestamp, token] = ['1529006854', 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0']
  const signed = createHmac('sha256', key).update(timestamp + token)
  return { timestamp, token, signature: signed.digest('hex') }
}

/** The fields of an event that the reader needs: documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
const FAILED = {
  id: 'G9Bn5sl1TC6nu79C8C0bwg',
  timestamp: 1521233195.375624,
  event: 'failed',
  severity: 'permanent',
  reason: 'suppress-bounce',
  'delivery-status': { message: '', 'enhanced-code': '' },
  message: { headers: { 'message-id': 'id-1@shop.example' } },
  recipient: 'ada@example.com',
}

const ADA = {
  messageId: 'id-1@shop.example',
  recipient: 'ada@example.com',
  eventId: expect.any(String),
  reportedAt: 1_529_006_854_000,
}

const read = (changes: object, signed: object = signature(KEY)) => {
  const payload = { signature: signed, 'event-data': { ...FAILED, ...changes } }
  return mailgun({ headers: {}, body: JSON.stringify(payload) }, { signingKey: KEY })
}

test('Mailgun reports permanent failures and complaints', () => {
  expect(read({})).toEqual([{ kind: 'refused', status: undefined, ...ADA }])
  const server = { 'enhanced-code': '5.1.1', message: 'no such user' }
  expect(read({ reason: 'bounce', 'delivery-status': server })).toEqual([
    { kind: 'refused', status: '5.1.1', ...ADA },
  ])
  expect(read({ event: 'complained' })).toEqual([{ kind: 'complaint', status: undefined, ...ADA }])
})

test('temporary failures of Mailgun, objections to the sender and other events change nothing', () => {
  expect(read({ severity: 'temporary' })).toEqual([])
  expect(read({ reason: 'old' })).toEqual([])
  expect(read({ event: 'delivered' })).toEqual([])
  const server = { message: '5.7.26 This mail is unauthenticated' }
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
  const reportOf = (changes: object, key?: string) => {
    const payload = { signature: signature(KEY), 'event-data': { ...FAILED, ...changes } }
    const reports = mailgun({ headers: {}, body: JSON.stringify(payload) }, { signingKey: key })
    return (reports as readonly DeliveryReport[])[0]
  }
  const again = { id: 'another', timestamp: Date.now() / 1_000 }
  expect(reportOf(again, KEY)).toEqual(reportOf({}, KEY))
  expect(reportOf({})).toMatchObject({ reportedAt: 1_521_233_195_375.624 })
  expect(reportOf({ id: 'another' })?.eventId).not.toBe(reportOf({})?.eventId)
})
