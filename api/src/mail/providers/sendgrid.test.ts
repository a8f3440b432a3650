// Guards bounce-provider.

import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { ForgedRequest } from './provider.ts'
import { sendgrid } from './sendgrid.ts'

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }
}

const { privateKey, key: KEY } = newKey()

/** What is read of an event in twilio.com/docs/sendgrid/for-developers/tracking-events/event. */
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

function signed(body: string, time = '1600112502') {
  const signature = sign('sha256', Buffer.from(time + body), privateKey).toString('base64')
  return {
    'x-twilio-email-event-webhook-signature': signature,
    'x-twilio-email-event-webhook-timestamp': time,
  }
}

const read = async (...events: object[]) => {
  const body = `${JSON.stringify(events)}\r\n`
  return sendgrid({ headers: signed(body), body }, { signingKey: KEY })
}

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

test('a signature of SendGrid of another body or time, by another key, or none, is refused', () => {
  const body = JSON.stringify([BOUNCE])
  const send = (headers: Record<string, string>, key = KEY) =>
    sendgrid({ headers, body }, { signingKey: key })
  expect(send(signed(body))).toHaveLength(1)
  const later = { ...signed(body), 'x-twilio-email-event-webhook-timestamp': '1600112503' }
  for (const headers of [signed('[]'), later, {}]) {
    expect(() => send(headers)).toThrow(ForgedRequest)
  }
  expect(() => send(signed(body), newKey().key)).toThrow(ForgedRequest)
  expect(sendgrid({ headers: {}, body }, {})).toHaveLength(1)
})

/** From the tests of SendGrid's own library (npm @sendgrid/eventwebhook). */
test('the signature of a real request of SendGrid is accepted', () => {
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
  const headers = {
    'x-twilio-email-event-webhook-signature':
      'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
    'x-twilio-email-event-webhook-timestamp': '1600112502',
  }
  const key =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g=='
  expect(sendgrid({ headers, body }, { signingKey: key })).toMatchObject([{ kind: 'refused' }])
})

test('an event of SendGrid has the same id each time, and another event another', async () => {
  const [first, again, other] = await read(BOUNCE, BOUNCE, { ...BOUNCE, sg_event_id: 'other' })
  expect(again?.eventId).toBe(first?.eventId)
  expect(other?.eventId).not.toBe(first?.eventId)
})
