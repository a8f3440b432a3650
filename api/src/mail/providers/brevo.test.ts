// Guards bounce-provider.

import { expect, test } from 'vitest'
import type { DeliveryReport } from '../../list/apply-reports.ts'
import { brevo } from './brevo.ts'

/** The fields of an event that the reader needs: developers.brevo.com/docs/transactional-webhooks */
const BOUNCE = {
  event: 'hard_bounce',
  email: 'ada@example.com',
  'message-id': '<id-1@shop.example>',
  ts_event: 1604933654,
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

test('soft bounces, blocked emails, full mailboxes and deliveries of Brevo change nothing', () => {
  for (const event of ['soft_bounce', 'blocked', 'delivered']) {
    expect(read({ ...BOUNCE, event })).toEqual([])
  }
  const full = { ...BOUNCE, reason: '552 5.2.2 full' }
  expect(read(full)).toMatchObject([{ kind: 'other' }])
  const unknown = { ...BOUNCE, reason: 'no such user' }
  expect(read(unknown)).toMatchObject([{ kind: 'refused' }])
})

test('an event of Brevo has the same id each time, and another event another', () => {
  const idOf = (changes: object) =>
    (read({ ...BOUNCE, ...changes }) as readonly DeliveryReport[])[0]?.eventId
  const id = idOf({})
  expect(id).toMatch(/^[\w-]{43}$/)
  expect(idOf({ subject: 'Again' })).toBe(id)
  for (const change of [{ event: 'spam' }, { ts_event: 1604933655 }, { 'message-id': '<2@a>' }]) {
    expect(idOf(change)).not.toBe(id)
  }
  expect(idOf({ 'message-id': undefined })).toBeUndefined()
})
