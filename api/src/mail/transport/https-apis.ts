import type { MailApiName } from '../../system/settings.ts'
import type { Sender } from './smtp.ts'

/** An email as the APIs expect it. */
export interface Message {
  readonly from: Sender
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** A retry reuses it if an earlier attempt may have been accepted. */
  readonly id: string
  /** All headers, including the Message-ID. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Matches responses by their status, by the provider's own code and, where a code has several meanings, by its message.
 */
export interface Rule {
  /**
   * - `sent`: an earlier attempt was accepted
   * - `later`: the provider may accept this email later
   * - `away`: the provider doesn't accept the key, the sender, the account or, for now, any email
   * - `address`: no email can arrive at the address
   */
  readonly means: 'sent' | 'later' | 'away' | 'address'
  readonly status?: number
  readonly codes?: readonly string[]
  readonly says?: RegExp
}

interface MailApi {
  readonly name: string
  /** The API's address, unless MAIL_API_URL replaces it. */
  readonly url: string
  /** The path for sending an email. `{domain}` is replaced with the sender's domain. */
  readonly path: string
  login(key: string): Readonly<Record<string, string>>
  /** The header for the idempotency key, which keeps a repeated request from sending the email twice. */
  readonly onceHeader?: string
  body(message: Message): FormData | object
  /** The member that contains the email's id, which proves that the email was accepted. */
  readonly id: string
  /** The members of an error response that contain the provider's code and its message. */
  readonly code?: string
  readonly words: string
  readonly rules: readonly Rule[]
  /** A harmless request that tests the key. A response that matches `right` also proves that the key is valid. */
  readonly check: {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly right?: Omit<Rule, 'means'>
  }
}

/** Returns `Name <address>`. Some providers refuse quotes around a name that does not need them. */
const addressOf = ({ name, address }: Sender): string =>
  /^[\p{L}\p{N} '-]+$/u.test(name)
    ? `${name} <${address}>`
    : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`

const STREAM = 'x-pm-message-stream'

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** A response that matches no rule is judged by its HTTP status. */
export const MAIL_APIS: Readonly<Record<MailApiName, MailApi>> = {
  // resend.com/docs/api-reference/emails/send-email, /errors, /rate-limit, /docs/dashboard/emails/idempotency-keys
  resend: {
    name: 'Resend',
    url: 'https://api.resend.com',
    path: '/emails',
    login: (key) => ({ authorization: `Bearer ${key}` }),
    // Resend remembers a key for 24 hours.
    onceHeader: 'idempotency-key',
    body: ({ from, to, subject, html, text, headers }) => ({
      from: addressOf(from),
      to: [to],
      reply_to: from.replyTo,
      subject,
      html,
      text,
      headers,
    }),
    id: 'id',
    code: 'name',
    words: 'message',
    rules: [
      // The body differs from the accepted attempt's, because each attempt contains new links.
      { means: 'sent', codes: ['invalid_idempotent_request'] },
      { means: 'later', codes: ['concurrent_idempotent_requests'] },
      { means: 'away', codes: ['invalid_from_address', 'daily_quota_exceeded'] },
      { means: 'away', codes: ['monthly_quota_exceeded', 'suspended_api_key'] },
      { means: 'away', codes: ['validation_error'], says: /api key|`from`/i },
      { means: 'address', status: 422, says: /^Invalid `to` field/ },
    ],
    // A key that may only send emails cannot list the domains.
    check: { method: 'GET', path: '/domains', right: { codes: ['restricted_api_key'] } },
  },
  // postmarkapp.com/developer/api/email-api and /overview#error-codes; github.com/ActiveCampaign/postmark-gem/issues/87
  postmark: {
    name: 'Postmark',
    url: 'https://api.postmarkapp.com',
    path: '/email',
    login: (key) => ({ 'x-postmark-server-token': key }),
    body({ from, to, subject, html, text, headers }) {
      const named = Object.entries({ ...headers, 'X-PM-KeepID': 'true' })
      const stream = named.find(([name]) => name.toLowerCase() === STREAM)?.[1]
      return {
        From: addressOf(from),
        To: to,
        ReplyTo: from.replyTo,
        Subject: subject,
        HtmlBody: html,
        TextBody: text,
        TrackOpens: false,
        TrackLinks: 'None',
        Headers: named
          .filter(([name]) => name.toLowerCase() !== STREAM)
          .map(([Name, Value]) => ({ Name, Value })),
        // The API accepts the stream in ANNOUNCE_HEADER only as a member, not as a header.
        ...(stream && { MessageStream: stream }),
      }
    },
    id: 'MessageID',
    code: 'ErrorCode',
    words: 'Message',
    rules: [
      { means: 'away', codes: ['10', '100', '400', '401', '405', '412', '413', '429'] },
      // Postmark has suppressed the address after a bounce or a complaint, or manually.
      { means: 'address', codes: ['406'] },
      { means: 'address', codes: ['300'], says: /^(?:Invalid|Error parsing) 'To'/ },
      { means: 'away', codes: ['300'], says: /^(?:Invalid|Error parsing) 'From'/ },
    ],
    check: { method: 'GET', path: '/server' },
  },
  // documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages and /quickstart-guide/responses
  mailgun: {
    name: 'Mailgun',
    url: 'https://api.mailgun.net',
    path: '/v3/{domain}/messages',
    login: (key) => ({ authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}` }),
    body: ({ from, to, subject, html, text, headers }) =>
      formOf({
        from: addressOf(from),
        to,
        subject,
        html,
        text,
        'o:tracking': 'no',
        'h:Reply-To': from.replyTo,
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`h:${name}`, value])),
      }),
    id: 'id',
    words: 'message',
    rules: [
      { means: 'address', status: 400, says: /^'?to'? parameter is not a valid address/i },
      {
        means: 'away',
        status: 400,
        says: /^'?from'? parameter|not allowed to send|test purposes/i,
      },
    ],
    // A domain's sending key can only send. For a request without an email, a valid key gets 400.
    check: { method: 'POST', path: '/v3/{domain}/messages', right: { status: 400 } },
  },
  // developers.brevo.com/reference/sendtransacemail, /docs/how-it-works, /docs/limit-headers and, for the key that
  // prevents repetitions for 30 minutes, /docs/heterogenous-versions-batch-emails
  brevo: {
    name: 'Brevo',
    url: 'https://api.brevo.com',
    path: '/v3/smtp/email',
    login: (key) => ({ 'api-key': key }),
    body: ({ from, to, subject, html, text, id, headers }) => ({
      sender: { name: from.name, email: from.address },
      to: [{ email: to }],
      replyTo: { email: from.replyTo },
      subject,
      htmlContent: html,
      textContent: text,
      headers: { ...headers, idempotencyKey: id },
    }),
    id: 'messageId',
    code: 'code',
    words: 'message',
    rules: [
      { means: 'sent', codes: ['duplicate_request'] },
      { means: 'away', codes: ['unauthorized', 'permission_denied', 'not_enough_credits'] },
      { means: 'away', codes: ['account_under_validation'] },
      { means: 'address', codes: ['invalid_parameter'], says: /^email is not valid in to\b/ },
      { means: 'away', codes: ['invalid_parameter'], says: /sender/i },
    ],
    check: { method: 'GET', path: '/v3/account' },
  },
}
