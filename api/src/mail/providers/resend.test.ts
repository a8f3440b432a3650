// Guards bounce-provider.

import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { DeliveryReport } from '../../list/apply-reports.ts'
import { ForgedRequest } from './provider.ts'
import { resend } from './resend.ts'

const KEY = `whsec_${Buffer.from('twenty-four random bytes').toString('base64')}`

/** The fields of an event that the reader needs: resend.com/docs/webhooks/emails/bounced */
const BOUNCED = {
  type: 'email.bounced',
  created_at: '2026-11-22T23:41:12.126Z',
  data: {
    message_id: '<id-1@shop.example>',
    to: ['ada@example.com'],
    bounce: {
      diagnosticCode: ['smtp; 550 5.1.1 <ada@example.com>... User unknown'],
      message: "The recipient's email provider sent a hard bounce message.",
      type: 'Permanent',
    },
  },
}

const ADA = {
  messageId: 'id-1@shop.example',
  recipient: 'ada@example.com',
  eventId: expect.any(String),
  reportedAt: Date.parse(BOUNCED.created_at),
}

/** The reference library of the specification signs. */
function sign(body: string, key: string, id = 'msg_1') {
  const time = new Date()
  return {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(time.getTime() / 1_000)),
    'svix-signature': new Webhook(key).sign(id, time, body),
  }
}

const read = (event: object, headers?: Record<string, string>) => {
  const body = JSON.stringify(event)
  return resend({ headers: headers ?? sign(body, KEY), body }, { signingKey: KEY })
}

const bounce = (changes: object, data: object = {}) => ({
  ...BOUNCED,
  data: { ...BOUNCED.data, ...data, bounce: { ...BOUNCED.data.bounce, ...changes } },
})

test('Resend reports permanent bounces and complaints', () => {
  expect(read(BOUNCED)).toEqual([{ kind: 'refused', status: '5.1.1', ...ADA }])
  expect(read({ ...BOUNCED, type: 'email.complained' })).toEqual([
    { kind: 'complaint', status: undefined, ...ADA },
  ])
  const early = bounce({ type: undefined, diagnosticCode: undefined }, { to: ['Ada <a@b.cc>'] })
  expect(read(early)).toMatchObject([{ kind: 'refused', status: undefined, recipient: 'a@b.cc' }])
})

test('temporary bounces of Resend, objections to the sender and other events change nothing', () => {
  expect(read(bounce({ type: 'Transient' }))).toEqual([])
  expect(read({ ...BOUNCED, type: 'email.delivered' })).toEqual([])
  expect(read(bounce({ diagnosticCode: ['smtp; 550 5.7.1 Denied'] }))).toMatchObject([
    { kind: 'other' },
  ])
})

test('a signature of Resend by another key, of another body, or none, is refused if a signing key is set', () => {
  const other = `whsec_${Buffer.from('another key of the same').toString('base64')}`
  const body = JSON.stringify(BOUNCED)
  for (const headers of [sign(body, other), sign('{}', KEY), {}]) {
    expect(() => read(BOUNCED, headers)).toThrow(ForgedRequest)
  }
  const two = sign(body, KEY)
  const signature = `${sign(body, other)['svix-signature']} ${two['svix-signature']}`
  expect(read(BOUNCED, { ...two, 'svix-signature': signature })).toHaveLength(1)
  expect(resend({ headers: {}, body }, {})).toHaveLength(1)
})

test('an event of Resend has the same id each time, and another event another', () => {
  const idOf = (id: string) => {
    const headers = sign(JSON.stringify(BOUNCED), KEY, id)
    return (read(BOUNCED, headers) as readonly DeliveryReport[])[0]?.eventId
  }
  expect(idOf('msg_1')).toBe(idOf('msg_1'))
  expect(idOf('msg_2')).not.toBe(idOf('msg_1'))
})

test('a recipient of Resend that is a megabyte of brackets is read in no time', () => {
  const to = [`${'>'.repeat(1_000_000)}\n`]
  expect(read(bounce({}, { to }))).toMatchObject([{ recipient: undefined }])
})
