// Guards bounce-provider.

import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { ForgedRequest } from './provider.ts'
import { sendgrid } from './sendgrid.ts'

/** The fields of an event that the reader needs: twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const BOUNCE = {
  email: 'ada@example.com',
  timestamp: 1513299569,
  'smtp-id': '<id-1@shop.example>',
  event: 'bounce',
  sg_event_id: 'sg_event_id',
  reason: '500 unknown recipient',
  status: '5.0.0',
  type: 'bounce',
}

const ADA = {
  messageId: 'id-1@shop.example',
  recipient: 'ada@example.com',
  eventId: expect.any(String),
  reportedAt: 1_513_299_569_000,
}

const read = async (...events: object[]) =>
  sendgrid({ headers: {}, body: JSON.stringify(events) }, {})

test('SendGrid reports bounces, complaints, and emails that it dropped because of them', async () => {
  const events = [
    BOUNCE,
    { ...BOUNCE, event: 'spamreport', status: undefined, reason: undefined },
    { ...BOUNCE, event: 'dropped', reason: 'Bounced Address' },
    { ...BOUNCE, event: 'dropped', reason: 'Spam Reporting Address', status: undefined },
  ]
  expect(await read(...events)).toEqual([
    { kind: 'refused', status: '5.0.0', ...ADA },
    { kind: 'complaint', status: undefined, ...ADA },
    { kind: 'refused', status: '5.0.0', ...ADA },
    { kind: 'complaint', status: undefined, ...ADA },
  ])
})

test('blocked emails, objections to the sender and other events of SendGrid change nothing', async () => {
  const events = [
    { ...BOUNCE, type: 'blocked' },
    { ...BOUNCE, reason: '550 5.7.26 This mail fails DMARC' },
    { ...BOUNCE, event: 'dropped', reason: 'Unsubscribed Address' },
    { ...BOUNCE, event: 'delivered' },
  ]
  expect(await read(...events)).toMatchObject([{ kind: 'other', status: '5.7.26' }])
})

/** From the tests of SendGrid's own library (npm @sendgrid/eventwebhook). */
test('the signature of a real request of SendGrid is accepted, and of another body, time or key, or none, refused', () => {
  const body = `${JSON.stringify([
    {
      email: 'hello@world.com',
      event: 'dropped',
      reason: 'Bounced Address',
      sg_event_id: 'ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA',
      sg_message_id: 'LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0',
      'smtp-id': '<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>',
      timestamp: 1600112492,
    },
  ])}\r\n`
  const signed = {
    'x-twilio-email-event-webhook-signature':
      'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
    'x-twilio-email-event-webhook-timestamp': '1600112502',
  }
  const signingKey =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g=='
  const request = { headers: signed, body }
  expect(sendgrid(request, { signingKey })).toMatchObject([{ kind: 'refused' }])
  const later = { ...signed, 'x-twilio-email-event-webhook-timestamp': '1600112503' }
  for (const other of [{ body: '[]' }, { headers: later }, { headers: {} }]) {
    expect(() => sendgrid({ ...request, ...other }, { signingKey })).toThrow(ForgedRequest)
  }
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const otherKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  expect(() => sendgrid(request, { signingKey: otherKey })).toThrow(ForgedRequest)
})

test('an event of SendGrid has the same id each time, and another event another', async () => {
  const [first, again, other] = await read(BOUNCE, BOUNCE, { ...BOUNCE, sg_event_id: 'other' })
  expect(again?.eventId).toBe(first?.eventId)
  expect(other?.eventId).not.toBe(first?.eventId)
})
