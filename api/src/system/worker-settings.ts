import { type CleanedEnv, str } from 'envalid'
import { ConfigError } from './environment.ts'
import { mailAddress, mailHeader, oneOf, smtpUrl, webUrl, wholeNumber } from './validators.ts'

/** The settings of the worker, which sends mails and webhooks and deletes old rows. */
export const WORKER_SETTINGS = {
  SMTP_URL: smtpUrl({
    default: undefined,
    example: 'smtp://user:password@mail.example.com:587',
    desc: 'The mail server (`smtps://` for TLS from the start). Unset, emails are written to files below DATA_DIR/mail. TLS is required, except on this machine or with `?tls=none`.',
  }),
  MAIL_FROM: mailAddress({
    default: undefined,
    example: 'Starkit <hello@example.com>',
    desc: 'The sender of all emails. Unset: BRAND_NAME and BRAND_SUPPORT_EMAIL.',
  }),
  MAIL_PER_HOUR: wholeNumber(1_000_000)({
    default: undefined,
    example: '300',
    desc: 'How many emails are sent in an hour, for a provider with such a quota. A quarter is kept for confirmations. Unset, announcements, invitations and reminders are limited to 300 in an hour.',
  }),
  MAIL_PER_DAY: wholeNumber(10_000_000)({
    default: undefined,
    example: '100',
    desc: 'How many emails are sent in 24 hours, for a provider with such a quota. A quarter is kept for confirmations.',
  }),
  REMIND: oneOf(['on', 'off'])({
    default: 'on',
    desc: 'With `on`, people who have not confirmed two days after the first email get one reminder.',
  }),
  ANNOUNCE_HEADER: mailHeader({
    default: undefined,
    example: 'X-PM-Message-Stream: broadcast',
    desc: 'A header that is added to announcements, so that a provider can send them apart from other emails.',
  }),
  INVITE_URL: webUrl({
    default: undefined,
    example: 'https://app.example.com/claim?code={code}',
    desc: 'Where the button of an invitation leads. `{code}` becomes the random code of the person; without it, `code` is added to the query. Unset, the button writes a reply to BRAND_SUPPORT_EMAIL.',
  }),
  INVITE_DAYS: wholeNumber(365)({
    default: 14,
    desc: 'How many days a place is kept for a person who is invited. The invitation names the last day.',
  }),
  WEBHOOK_URL: webUrl({
    default: undefined,
    example: 'https://crm.example.com/hooks/waitlist',
    desc: 'Gets a signed POST when a person joins, confirms or leaves.',
  }),
  WEBHOOK_SECRET: str({
    default: undefined,
    example: 'the output of openssl rand -hex 32',
    desc: 'The key of the signatures of WEBHOOK_URL.',
  }),
  NOTIFY_URL: webUrl({
    default: undefined,
    example: 'https://hooks.slack.com/services/T000/B000/XXXX',
    desc: 'An incoming webhook of Slack, Discord or Mattermost, which gets the number of people who joined, at most once a minute.',
  }),
}

/** @throws ConfigError when some, but not all of the settings are set */
function together<Name extends string>(
  settings: Readonly<Record<Name, string | undefined>>,
): Readonly<Record<Name, string>> | undefined {
  const names = Object.keys(settings) as Name[]
  const missing = names.filter((name) => settings[name] === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0) {
    const present = names.filter((name) => settings[name] !== undefined)
    throw new ConfigError(missing.map((name) => `${name}: expected with ${present.join(', ')}`))
  }
  return settings as Readonly<Record<Name, string>>
}

/** How mails and webhooks are sent. */
export function toMailConfig(clean: CleanedEnv<typeof WORKER_SETTINGS>) {
  const { WEBHOOK_URL, WEBHOOK_SECRET } = clean
  const webhook = together({ WEBHOOK_URL, WEBHOOK_SECRET })
  return Object.freeze({
    smtpUrl: clean.SMTP_URL,
    from: clean.MAIL_FROM,
    perHour: clean.MAIL_PER_HOUR,
    perDay: clean.MAIL_PER_DAY,
    reminds: clean.REMIND === 'on',
    announceHeader: clean.ANNOUNCE_HEADER,
    invitation: Object.freeze({ url: clean.INVITE_URL, days: clean.INVITE_DAYS }),
    webhook: webhook && { url: webhook.WEBHOOK_URL, secret: webhook.WEBHOOK_SECRET },
    notifyUrl: clean.NOTIFY_URL,
  })
}

export type MailConfig = ReturnType<typeof toMailConfig>
