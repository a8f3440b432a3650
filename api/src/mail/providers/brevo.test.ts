// Guards bounce-provider.

import { expect, test } from 'vitest'
import type { DeliveryReport } from '../delivery-report.ts'
import { brevo } from './brevo.ts'

/** As in developers.brevo.com/docs/transactional-webhooks. */
const BOUNCE = {
  event: 'hard_bounce',
  email: 'ada@example.com',
  id: 26224,
  date: '2026-10-09 00:00:00',
  ts: 1604933619,
  'message-id': '<id-1@shop.example>',
  ts_event: 1604933654,
  subject: 'My first Transactional',
  'X-Mailin-custom': 'some_custom_header',
  sending_ip: 'xxx.xxx.xxx.xxx',
  ts_epoch: 1604933653,
  reason: '550 5.1.1 server is down',
}

const ADA = {
  messageId: 'id-1@shop.example',
  recipient: 'ada@example.com',
  eventId: expect.any(String),
  reportedAt: 1_604_933_654_000,
}

const read = (payload: unknown) => brevo({ headers: {}, body: JSON.stringify(payload) }, {})

test('Brevo reports hard bounces, invalid addresses and complaints, one by one or in batches', () => {
  const refused = { kind: 'refused', status: '5.1.1', ...ADA }
  const complaint = { kind: 'complaint', status: undefined, ...ADA }
  expect(read(BOUNCE)).toEqual([refused])
  const events = ['hard_bounce', 'invalid_email', 'spam', 'complaint', 'delivered']
  expect(read(events.map((event) => ({ ...BOUNCE, event })))).toEqual([
    refused,
    refused,
    complaint,
    complaint,
  ])
})

test('soft bounces, blocked emails and deliveries of Brevo change nothing', () => {
  for (const event of ['soft_bounce', 'deferred', 'blocked', 'delivered', 'unsubscribed']) {
    expect(read({ ...BOUNCE, event })).toEqual([])
  }
  expect(read({ ...BOUNCE, reason: '554 5.7.1 blocked' })).toMatchObject([{ kind: 'other' }])
})

test('an event of Brevo has the same id each time, and another event another', () => {
  const idOf = (changes: object) =>
    (read({ ...BOUNCE, ...changes }) as readonly DeliveryReport[])[0]?.eventId
  const id = idOf({})
  expect(id).toMatch(/^[\w-]{43}$/)
  expect(idOf({ sending_ip: '192.0.2.1' })).toBe(id)
  for (const change of [{ event: 'spam' }, { ts_event: 1604933655 }, { 'message-id': '<2@a>' }]) {
    expect(idOf(change)).not.toBe(id)
  }
  expect(idOf({ 'message-id': undefined })).toBeUndefined()
})

test('a hard bounce of Brevo counts without a code, and not because of a full mailbox', () => {
  expect(read({ ...BOUNCE, reason: 'no such user' })).toMatchObject([{ kind: 'refused' }])
  for (const reason of ['552 5.2.2 full', '550 5.1.8 sender rejected', '554 5.3.4 too big']) {
    expect(read({ ...BOUNCE, reason })).toMatchObject([{ kind: 'other' }])
  }
})
