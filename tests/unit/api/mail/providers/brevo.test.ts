import { expect, test } from 'vitest'
import { brevo } from '../../../../../api/src/mail/providers/brevo.ts'

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

const ADA = { messageId: 'id-1@shop.example', recipient: 'ada@example.com' }

const read = (payload: unknown) => brevo({ headers: {}, body: JSON.stringify(payload) }, undefined)

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

test('soft bounces, blocked mails and deliveries of Brevo change nothing', () => {
  for (const event of ['soft_bounce', 'deferred', 'blocked', 'delivered', 'unsubscribed']) {
    expect(read({ ...BOUNCE, event })).toEqual([])
  }
  expect(read({ ...BOUNCE, reason: '554 5.7.1 blocked' })).toMatchObject([{ kind: 'other' }])
})
