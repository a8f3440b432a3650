// Guards bounce-provider.

import { expect, test } from 'vitest'
import type { DeliveryReport } from '../../list/apply-reports.ts'
import { postmark } from './postmark.ts'

/** The fields of an event that the reader needs: postmarkapp.com/developer/webhooks/bounce-webhook */
const BOUNCE = {
  RecordType: 'Bounce',
  ID: 4323372036854776000,
  Type: 'HardBounce',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
  Email: 'ada@example.com',
  BouncedAt: '2019-11-05T16:33:54.9070259Z',
}

const read = (changes: object) =>
  postmark({ headers: {}, body: JSON.stringify({ ...BOUNCE, ...changes }) }, {})

const ADA = {
  messageId: undefined,
  recipient: 'ada@example.com',
  eventId: expect.any(String),
  reportedAt: Date.parse('2019-11-05T16:33:54.907Z'),
}

test('Postmark reports a hard bounce with its status, and a spam complaint', () => {
  expect(read({})).toEqual([{ kind: 'refused', status: '5.1.1', ...ADA }])
  expect(read({ Details: 'Test bounce details' })).toEqual([
    { kind: 'refused', status: undefined, ...ADA },
  ])
  expect(read({ RecordType: 'SpamComplaint', Type: 'SpamComplaint' })).toEqual([
    { kind: 'complaint', status: undefined, ...ADA },
  ])
})

test('temporary bounces of Postmark, objections to the sender and other events change nothing', () => {
  for (const Type of ['SoftBounce', 'DMARCPolicy']) expect(read({ Type })).toEqual([])
  expect(read({ RecordType: 'Delivery' })).toEqual([])
  expect(read({ Details: 'smtp;550 5.7.1 Denied by policy' })).toMatchObject([{ kind: 'other' }])
})

test('a body of Postmark that is no object is no report', () => {
  expect(postmark({ headers: {}, body: '[null, 5]' }, {})).toEqual([])
  expect(() => postmark({ headers: {}, body: '{' }, {})).toThrow(SyntaxError)
})

test('an event of Postmark has the same id each time, and another event another', () => {
  const idOf = (changes: object) => (read(changes) as readonly DeliveryReport[])[0]?.eventId
  expect(idOf({ Tag: 'other' })).toBe(idOf({}))
  for (const change of [{ RecordType: 'SpamComplaint' }, { ID: 42 }, { MessageID: 'x' }]) {
    expect(idOf(change)).not.toBe(idOf({}))
  }
})
