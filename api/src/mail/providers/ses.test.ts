// Guards bounce-provider.

import { expect, test } from 'vitest'
import { readNotification } from './ses.ts'

/** The fields of a notification that the reader needs: docs.aws.amazon.com/ses/latest/dg/notification-examples.html */
const MAIL = { commonHeaders: { messageId: '<id-1@shop.example>' } }
const BOUNCE = {
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bouncedRecipients: [
      {
        emailAddress: 'ada@example.com',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 <ada@example.com>... User',
      },
      { emailAddress: 'mary@example.com' },
    ],
    feedbackId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa068a-000000',
  },
  mail: MAIL,
}
const COMPLAINT = {
  notificationType: 'Complaint',
  complaint: {
    feedbackId: '000001378603177f-18c07c78-fa81-4a58-9dd1-fedc3cb8f49a-000000',
    complainedRecipients: [{ emailAddress: 'ada@example.com' }],
    complaintFeedbackType: 'abuse',
  },
  mail: MAIL,
}

const read = (notification: object) => readNotification(JSON.stringify(notification))
const bounce = (changes: object) => read({ ...BOUNCE, bounce: { ...BOUNCE.bounce, ...changes } })

const messageId = 'id-1@shop.example'
const eventId = expect.any(String)

test('Amazon SES reports permanent bounces and complaints by recipient, also as events', () => {
  const bounces = [
    { kind: 'refused', status: '5.1.1', messageId, eventId, recipient: 'ada@example.com' },
    { kind: 'refused', status: undefined, messageId, eventId, recipient: 'mary@example.com' },
  ]
  expect(read(BOUNCE)).toEqual(bounces)
  expect(read({ ...BOUNCE, notificationType: undefined, eventType: 'Bounce' })).toEqual(bounces)
  expect(read(COMPLAINT)).toEqual([
    { kind: 'complaint', status: undefined, messageId, eventId, recipient: 'ada@example.com' },
  ])
})

test('without the original headers, Amazon SES does not report our Message-ID', () => {
  expect(read({ ...COMPLAINT, mail: {} })).toMatchObject([{ messageId: undefined }])
})

test('temporary bounces, objections to the sender and other messages of Amazon SES change nothing', () => {
  expect(bounce({ bounceType: 'Transient' })).toEqual([])
  const policy = { emailAddress: 'ada@example.com', diagnosticCode: 'smtp; 550 5.7.1 Denied' }
  expect(bounce({ bouncedRecipients: [policy] })).toMatchObject([{ kind: 'other' }])
  expect(read({ notificationType: 'Delivery', mail: MAIL })).toEqual([])
  expect(readNotification('Successfully validated SNS topic for event publishing.')).toEqual([])
})

test('a complaint of Amazon SES counts unless its feedback type reports something else', () => {
  const complaintOf = (complaintFeedbackType: unknown) =>
    read({ ...COMPLAINT, complaint: { ...COMPLAINT.complaint, complaintFeedbackType } })
  for (const type of ['abuse', 'fraud', undefined, null, '']) {
    expect(complaintOf(type), String(type)).toMatchObject([{ kind: 'complaint' }])
  }
  for (const type of ['not-spam', 'dkim']) expect(complaintOf(type), type).toEqual([])
})

test('each recipient of a notification of Amazon SES has an id of its own, the same each time', () => {
  const idsOf = (notification: object) => read(notification).map(({ eventId }) => eventId)
  const ids = idsOf(BOUNCE)
  expect(new Set(ids).size).toBe(2)
  expect(idsOf({ ...BOUNCE, notificationType: undefined, eventType: 'Bounce' })).toEqual(ids)
  expect(bounce({ feedbackId: 'other' })[0]?.eventId).not.toBe(ids[0])
})
