import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ProviderName } from '../../system/settings.ts'
import { PROVIDERS, readReports } from './providers.ts'

const email = 'ada@example.com'
const NO_SUCH_USER = '550 5.1.1 no such user'
const MICROSOFT = [
  `550 5.4.1 Recipient address rejected: Access denied. [AM0EUR02FT003.eop-EUR02.prod.protection.outlook.com]`,
  '550 5.4.310 DNS domain example.com does not exist [Message=InfoDomainNonexistent]',
]
const POLICY = '550 5.7.26 fails DMARC'

const ses = (bounceType: string, status: string) => ({
  notificationType: 'Bounce',
  bounce: { bounceType, bouncedRecipients: [{ emailAddress: email, status }] },
})
const sesComplaint = (complaintFeedbackType?: string) => ({
  eventType: 'Complaint',
  complaint: { complaintFeedbackType, complainedRecipients: [{ emailAddress: email }] },
})
const postmark = (Type: string, Details = 'smtp;550 5.1.1 no') => ({
  RecordType: 'Bounce',
  Type,
  Details,
  Email: email,
})
const resend = (type: string, diagnostic = NO_SUCH_USER) => ({
  type: 'email.bounced',
  data: { to: [`Ada <${email}>`], bounce: { type, diagnosticCode: [`smtp; ${diagnostic}`] } },
})
const resendSuppressed = (origin: string) => ({
  type: 'suppression.added',
  data: { id: 'e169aa45', email, origin, source_id: null },
})
const mailgun = (changes: object, message = NO_SUCH_USER) => ({
  'event-data': {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    recipient: email,
    'delivery-status': { message, 'enhanced-code': '' },
    ...changes,
  },
})
const sendgrid = (changes: object) => ({
  ...{ event: 'bounce', type: 'bounce', status: '5.0.0', reason: NO_SUCH_USER, email },
  ...changes,
})
const brevo = (event: string, reason = NO_SUCH_USER) => ({ event, reason, email })

type Cases = { readonly bounce: object[]; readonly complaint: object[]; readonly other: object[] }

test.for<[ProviderName, Cases]>([
  [
    'ses',
    {
      bounce: ['5.1.1', '5.3.0', '5.4.1'].map((status) => ses('Permanent', status)),
      complaint: [sesComplaint(), sesComplaint('abuse')],
      other: [ses('Transient', '5.1.1'), ses('Permanent', '5.7.1'), sesComplaint('not-spam')],
    },
  ],
  [
    'postmark',
    {
      bounce: [
        ...[postmark('HardBounce'), postmark('BadEmailAddress', 'no words')],
        ...[postmark('ManuallyDeactivated', ''), postmark('HardBounce', MICROSOFT[0])],
      ],
      complaint: [{ RecordType: 'SpamComplaint', Email: email }],
      other: [postmark('SoftBounce'), postmark('DMARCPolicy'), postmark('HardBounce', POLICY)],
    },
  ],
  [
    'resend',
    {
      bounce: [
        resend('Permanent'),
        ...MICROSOFT.map((words) => resend('Permanent', words)),
        {
          type: 'email.suppressed',
          data: { to: [email], suppressed: { type: 'OnAccountSuppressionList', message: 'x' } },
        },
        resendSuppressed('manual'),
      ],
      complaint: [
        { type: 'email.complained', data: { to: [email] } },
        resendSuppressed('complaint'),
      ],
      other: [
        ...[resend('Transient'), resend('Permanent', POLICY), { type: 'email.delivered' }],
        resendSuppressed('bounce'),
        { ...resendSuppressed('manual'), type: 'suppression.removed' },
      ],
    },
  ],
  [
    'mailgun',
    {
      bounce: [
        ...MICROSOFT.map((words) => mailgun({}, words)),
        mailgun({}),
        mailgun({ reason: 'suppress-bounce' }, ''),
      ],
      complaint: [mailgun({ event: 'complained' })],
      other: [mailgun({ severity: 'temporary' }), mailgun({ reason: 'old' }), mailgun({}, POLICY)],
    },
  ],
  [
    'sendgrid',
    {
      bounce: [
        ...MICROSOFT.map((reason) => sendgrid({ reason })),
        sendgrid({}),
        sendgrid({ event: 'dropped', reason: 'Bounced Address' }),
      ],
      complaint: [
        sendgrid({ event: 'spamreport' }),
        sendgrid({ event: 'dropped', reason: 'Spam Reporting Address' }),
      ],
      other: [
        sendgrid({ type: 'blocked' }),
        sendgrid({ reason: POLICY }),
        sendgrid({ event: 'dropped', reason: 'Unsubscribed Address' }),
      ],
    },
  ],
  [
    'brevo',
    {
      bounce: [
        ...MICROSOFT.map((words) => brevo('hard_bounce', words)),
        brevo('hard_bounce'),
        brevo('invalid_email', 'no words'),
      ],
      complaint: [brevo('spam'), brevo('complaint')],
      other: [brevo('soft_bounce'), brevo('blocked'), brevo('hard_bounce', POLICY)],
    },
  ],
])(
  'hard bounces and complaints from %s count as reports, but blocks and delays do not',
  ([provider, { bounce, complaint, other }]) => {
    const read = (events: object[]) =>
      events.flatMap((event) =>
        readReports(provider, event).map(({ kind, email }) => [kind, email]),
      )
    expect(read(bounce)).toEqual(bounce.map(() => ['bounce', email]))
    expect(read(complaint)).toEqual(complaint.map(() => ['complaint', email]))
    expect(read(other)).toEqual([])
  },
)

test('docs/providers.md lists the ports of each provider', () => {
  const page = readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8')
  const rows = page.matchAll(/^\| (?:Amazon )?(\w+) \| ([\d, ]*) \| ([\d, ]*) ?\|$/gm)
  const portsIn = (cell = '') => cell.split(', ').filter(Boolean).map(Number)
  const listed = [...rows].map(([, name = '', starttls, tls]) => [
    name.toLowerCase(),
    { starttls: portsIn(starttls), tls: portsIn(tls) },
  ])
  const ports = Object.entries(PROVIDERS).map(([name, provider]) => [name, provider.ports])
  expect(listed).toEqual(ports)
})
