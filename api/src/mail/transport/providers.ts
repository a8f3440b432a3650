import type { ProviderReport } from '../../list/suppressions/bounces.ts'
import type { ProviderName } from '../../system/settings.ts'
import { isBadAddress, statusOf } from './status.ts'

/**
 * Where to find the values in a provider's event. A path is a list of member names, separated by dots, and may end at
 * an array.
 */
interface Rule {
  readonly kind: ProviderReport['kind']
  /** Values by path that identify the event. `undefined` matches a missing member. */
  readonly when: Readonly<Record<string, readonly (string | undefined)[]>>
  /** The path of the recipients, if an event can have several. */
  readonly each?: string
  readonly address: string
  /** The paths of a status code and the server's reply. */
  readonly said?: readonly string[]
}

/** A mail server's ports other than 25, which most hosts block. */
export interface MailPorts {
  /** For `smtp://`. */
  readonly starttls: readonly number[]
  /** For `smtps://`. */
  readonly tls: readonly number[]
}

interface Provider {
  /** Recognizes the provider by the host of SMTP_URL. */
  readonly smtpHost: RegExp
  readonly ports: MailPorts
  readonly rules: readonly Rule[]
}

/** The ports that most providers offer. */
const USUAL: MailPorts = { starttls: [587, 2525], tls: [465] }

/**
 * Only hard bounces count: after them, the provider itself stops sending. Blocks and delays concern the sender or the
 * moment, not the address.
 */
export const PROVIDERS: Readonly<Record<ProviderName, Provider>> = {
  // docs.aws.amazon.com/ses/latest/dg/notification-contents.html and smtp-connect.html; a complaint's type is optional
  ses: {
    smtpHost: /^email-smtp(?:-fips)?\.[a-z\d-]+\.amazonaws\.com(?:\.cn)?$/,
    ports: { starttls: [587, 2587], tls: [465, 2465] },
    rules: [
      {
        kind: 'bounce',
        when: { 'bounce.bounceType': ['Permanent'] },
        each: 'bounce.bouncedRecipients',
        address: 'emailAddress',
        said: ['status', 'diagnosticCode'],
      },
      {
        kind: 'complaint',
        when: { 'complaint.complaintFeedbackType': ['abuse', 'fraud', '', undefined] },
        each: 'complaint.complainedRecipients',
        address: 'emailAddress',
      },
    ],
  },
  // postmarkapp.com/developer/webhooks/bounce-webhook and /spam-complaint-webhook, /user-guide/send-email-with-smtp
  postmark: {
    smtpHost: /^smtp(?:-broadcasts)?\.postmarkapp\.com$/,
    ports: { starttls: [587, 2525], tls: [] },
    rules: [
      {
        kind: 'bounce',
        when: {
          RecordType: ['Bounce'],
          Type: ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'],
        },
        address: 'Email',
        said: ['', 'Details'],
      },
      { kind: 'complaint', when: { RecordType: ['SpamComplaint'] }, address: 'Email' },
    ],
  },
  // resend.com/docs/webhooks/emails/bounced, /suppressed, /complained, /webhooks/suppressions/added, /docs/send-with-smtp
  resend: {
    smtpHost: /^smtp\.resend\.com$/,
    ports: { starttls: [587, 2587], tls: [465, 2465] },
    rules: [
      {
        kind: 'bounce',
        when: { type: ['email.bounced'], 'data.bounce.type': ['Permanent', undefined] },
        address: 'data.to',
        said: ['data.bounce.diagnosticCode', 'data.bounce.message'],
      },
      { kind: 'bounce', when: { type: ['email.suppressed'] }, address: 'data.to' },
      // With the origin `bounce`, this event would only repeat `email.bounced` without its code.
      {
        kind: 'bounce',
        when: { type: ['suppression.added'], 'data.origin': ['manual'] },
        address: 'data.email',
      },
      { kind: 'complaint', when: { type: ['email.complained'] }, address: 'data.to' },
      {
        kind: 'complaint',
        when: { type: ['suppression.added'], 'data.origin': ['complaint'] },
        address: 'data.email',
      },
    ],
  },
  // documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads; "old" (delayed for hours) is left out
  mailgun: {
    smtpHost: /^smtp(?:\.eu)?\.mailgun\.org$/,
    ports: USUAL,
    rules: [
      {
        kind: 'bounce',
        when: {
          'event-data.event': ['failed'],
          'event-data.severity': ['permanent'],
          'event-data.reason': ['bounce', 'generic', 'suppress-bounce', 'suppress-complaint'],
        },
        address: 'event-data.recipient',
        said: ['event-data.delivery-status.enhanced-code', 'event-data.delivery-status.message'],
      },
      {
        kind: 'complaint',
        when: { 'event-data.event': ['complained'] },
        address: 'event-data.recipient',
      },
    ],
  },
  // twilio.com/docs/sendgrid/for-developers/tracking-events/event
  sendgrid: {
    smtpHost: /^smtp(?:\.eu)?\.sendgrid\.net$/,
    ports: USUAL,
    rules: [
      {
        kind: 'bounce',
        when: { event: ['bounce'], type: ['bounce', undefined] },
        address: 'email',
        said: ['status', 'reason'],
      },
      {
        kind: 'bounce',
        when: { event: ['dropped'], reason: ['Bounced Address', 'Invalid'] },
        address: 'email',
      },
      { kind: 'complaint', when: { event: ['spamreport'] }, address: 'email' },
      {
        kind: 'complaint',
        when: { event: ['dropped'], reason: ['Spam Reporting Address'] },
        address: 'email',
      },
    ],
  },
  // developers.brevo.com/docs/transactional-webhooks and /smtp-integration
  brevo: {
    smtpHost: /^smtp-relay\.(?:brevo|sendinblue)\.com$/,
    ports: USUAL,
    rules: [
      {
        kind: 'bounce',
        when: { event: ['hard_bounce', 'invalid_email'] },
        address: 'email',
        said: ['', 'reason'],
      },
      { kind: 'complaint', when: { event: ['spam', 'complaint'] }, address: 'email' },
    ],
  },
}

/** Returns a mail server's provider. */
export const providerOf = (smtpHost: string): ProviderName | undefined =>
  (Object.keys(PROVIDERS) as ProviderName[]).find((name) => PROVIDERS[name].smtpHost.test(smtpHost))

export function portsOf(smtpHost: string): MailPorts {
  const name = providerOf(smtpHost)
  return name ? PROVIDERS[name].ports : USUAL
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((object, name) => Object(object)[name] ?? undefined, value)

/** Returns the string at a path, or the first string in an array there. */
export function textAt(value: unknown, path: string): string | undefined {
  const [found] = [at(value, path)].flat()
  return typeof found === 'string' ? found : undefined
}

const reportsOf = (event: unknown, { kind, when, each, address, said }: Rule): ProviderReport[] =>
  Object.entries(when).every(([path, values]) => values.includes(textAt(event, path)))
    ? [each ? at(event, each) : event].flat().flatMap((recipient) => {
        // Some providers write `Name <address>`.
        const written = textAt(recipient, address) ?? ''
        const email = written.slice(written.lastIndexOf('<') + 1).split('>', 1)[0] ?? ''
        const [code, words] = (said ?? []).map((path) => textAt(recipient, path))
        const status = statusOf(code, words)
        const counts = kind === 'complaint' || isBadAddress(status, true)
        return counts && email ? [{ kind, email, status }] : []
      })
    : []

/** Reads one or more events from a provider. Deliveries, opens and the like are ignored. */
export const readReports = (provider: ProviderName, body: unknown): readonly ProviderReport[] =>
  [body]
    .flat()
    .flatMap((event) => PROVIDERS[provider].rules.flatMap((rule) => reportsOf(event, rule)))
