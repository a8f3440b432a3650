import { resolve } from 'node:path'
import { cleanEnv, str } from 'envalid'
import { launchOf, WAITLIST_STATES } from '../../../contract/launch.ts'
import { OwnerError } from '../../../contract/owner-error.ts'
import { LOOPBACK } from '../../../contract/urls.ts'
import {
  apiKey,
  apiUrl,
  launchUrl,
  listenHost,
  mailAddress,
  mailHeader,
  networks,
  oneOf,
  origins,
  postgresUrl,
  secretKey,
  siteUrl,
  smtpUrl,
  snsTopic,
  webhookKey,
  webUrl,
  wholeNumber,
} from './validators.ts'

// `npm run docs` writes each setting's name, default and description into docs/settings.md and .env.example. A setting
// without a default needs an `example`. A number's `example` shows its default with a unit. Settings without a
// description are internal.

export type Environment = Readonly<Record<string, string | undefined>>

/** The process's environment. No other file of the API reads `process.env`. */
export const environment: Environment = process.env

/** Reports all problems with the environment, one line per variable. */
export class ConfigError extends OwnerError {
  override readonly status = 2
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['The settings cannot be used:', ...problems.map((line) => `  ${line}`)].join('\n'))
    this.problems = problems
  }
}

/** The default value of DATA_DIR. */
export const DATA_DIR = '.data'

export const SITE_SETTINGS = {
  PORT: wholeNumber(65_535)({ default: 8080, desc: 'The port of the site and the API.' }),
  HOST: listenHost({
    default: '127.0.0.1',
    desc: 'The address to listen on. The default serves this machine only. 0.0.0.0 serves every machine over IPv4. `::` serves every machine over IPv6, and without Docker also over IPv4. Under Compose, IPv6 visitors are not rate-limited unless the Compose network has IPv6.',
  }),
  DATABASE_URL: postgresUrl({
    default: undefined,
    example: 'postgres://user:password@db.example.com:5432/waitlist?sslmode=verify-full',
    desc: 'Your own Postgres. If unset, `npm start` and Compose run one. `sslmode=verify-full` encrypts the connection to another machine and verifies its certificate, and so does `sslmode=require`.',
  }),
  /** The file in which `migrate` keeps the API role's password. */
  API_PASSFILE: str({ default: undefined }),
  RATE_LIMIT_MAX: wholeNumber(10_000_000)({
    default: 30,
    desc: 'How many forms one client address (IPv6: one /56) may send in ten minutes: signups and requests for another confirmation together.',
  }),
  TRUST_PROXY: networks({
    default: [],
    example: '10.0.0.0/8,fd00::/8',
    desc: 'Proxies whose `X-Forwarded-For` is trusted: addresses or CIDR ranges, separated by commas. Under Compose use REAL_IP_FROM.',
  }),
  CORS_ORIGIN: origins({
    default: [],
    example: 'https://shop.example.com',
    desc: 'Other origins whose pages may call the API or send the form, separated by commas.',
  }),
  /** The file that the web build writes for the API: see http/pages.ts. */
  PAGES_FILE: str({ default: undefined }),
  REFERRALS: oneOf(['on', 'off'])({
    default: 'on',
    desc: 'With `on`, confirmed people get a referral link. With `off`, no one does. A change takes effect with a new build of the site.',
  }),
  LAUNCH_URL: launchUrl({
    default: undefined,
    example: 'https://app.example.com',
    desc: 'The address of your product. It closes the form, and the buttons that opened the form open the product instead: see [launch day](launch.md). A change takes effect with a new build of the site.',
  }),
  WAITLIST: oneOf(WAITLIST_STATES)({
    default: 'open',
    desc: 'With `closed`, the form is closed without a launch. A change takes effect with a new build of the site.',
  }),
  // The web build's default does not apply here, so that a trial works at any address.
  SITE_URL: siteUrl({ default: undefined }),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])({
    default: undefined,
    example: 'info',
    desc: 'One of fatal, error, warn, info, debug, trace, silent. If unset: info, and warn for `npm start`.',
  }),
  DATABASE_OWNER_URL: postgresUrl({
    default: undefined,
    example: 'postgres://owner:password@db.example.com:5432/waitlist?sslmode=verify-full',
    desc: 'The role that owns the tables, for migrations and the program. If unset: the role of DATABASE_URL.',
  }),
  /** The file in which the web build lists sample content for `doctor`. */
  SAMPLES_FILE: str({ default: undefined }),
  /**
   * The site's address on this machine. Compose sets it, because within a container, PORT is not the published port.
   */
  TRIAL_URL: webUrl({ default: undefined }),
  /** The file in which the web build writes the emails. */
  MAILS_FILE: str({ default: undefined }),
  DATA_DIR: str({ default: DATA_DIR }),
}

const PROVIDERS = ['ses', 'postmark', 'resend', 'mailgun', 'sendgrid', 'brevo'] as const

export type ProviderName = (typeof PROVIDERS)[number]

const MAIL_APIS = ['resend', 'postmark', 'mailgun', 'brevo'] as const satisfies ProviderName[]

export type MailApiName = (typeof MAIL_APIS)[number]

export const MAIL_SETTINGS = {
  SMTP_URL: smtpUrl({
    default: undefined,
    example: 'smtp://user:password@mail.example.com:587',
    desc: 'The mail server (`smtps://` for TLS from the start). Without SMTP_URL and MAIL_API, emails are written to files below DATA_DIR/mail. TLS is required, except on this machine or with `?tls=none`.',
  }),
  MAIL_API: oneOf(MAIL_APIS)({
    default: undefined,
    example: 'resend',
    desc: 'A mail provider that takes the emails over HTTPS instead of SMTP: resend, postmark, mailgun or brevo. For hosts that block mail ports: see [providers](providers.md). Requires MAIL_API_KEY, and excludes SMTP_URL.',
  }),
  MAIL_API_KEY: apiKey({
    default: undefined,
    example: 're_123456789',
    desc: 'The key of that provider’s API. Required with MAIL_API.',
  }),
  MAIL_API_URL: apiUrl({
    default: undefined,
    example: 'https://api.eu.mailgun.net',
    desc: 'The address of that provider’s API in another region. If unset: the address in its documentation, which is the US region for Mailgun.',
  }),
  MAIL_FROM: mailAddress({
    default: undefined,
    example: 'Starkit <hello@example.com>',
    desc: 'The sender of all emails. If unset: BRAND_NAME and BRAND_SUPPORT_EMAIL.',
  }),
  MAIL_PER_HOUR: wholeNumber(1_000_000)({
    default: undefined,
    example: '300',
    desc: 'How many emails are sent in an hour, for a provider with such a quota. A quarter is kept for people at the form. If unset, bulk emails are limited to 300 an hour.',
  }),
  MAIL_PER_DAY: wholeNumber(10_000_000)({
    default: undefined,
    example: '100',
    desc: 'How many emails are sent in 24 hours, for a provider with such a quota. A quarter is kept for people at the form.',
  }),
  REMIND: oneOf(['on', 'off'])({
    default: 'on',
    desc: 'With `on`, people who have not confirmed two days after the first email get one reminder.',
  }),
  ANNOUNCE_HEADER: mailHeader({
    default: undefined,
    example: 'X-PM-Message-Stream: broadcast',
    desc: 'A header for the letters that you announce, so that a provider can send them separately from other emails.',
  }),
  INVITE_URL: webUrl({
    default: undefined,
    example: 'https://app.example.com/claim?code={code}',
    desc: 'The page that an invitation’s button opens. `{code}` becomes the person’s random code; without it, `code` is added to the query. If unset, the button starts a reply to BRAND_SUPPORT_EMAIL.',
  }),
  INVITE_DAYS: wholeNumber(365)({
    default: 14,
    desc: 'How many days a place is kept for a person who is invited. The invitation mentions the last day.',
  }),
  CLAIM_KEY: secretKey({
    default: undefined,
    example: 'the output of openssl rand -hex 32',
    desc: 'The key with which your product claims places at `/api/claims`. If unset, the endpoint does not exist.',
  }),
  WEBHOOK_URL: webUrl({
    default: undefined,
    example: 'https://crm.example.com/hooks/waitlist',
    desc: 'The address of your program. It gets a signed POST when a person joins, confirms, brings a friend who confirms, leaves or claims a place.',
  }),
  WEBHOOK_SECRET: webhookKey({
    default: undefined,
    example: 'the output of openssl rand -hex 32',
    desc: 'The key that signs requests to WEBHOOK_URL. A secret that starts with `whsec_` must continue with a key in base64 of 24 to 64 bytes, as in Standard Webhooks.',
  }),
  NOTIFY_URL: webUrl({
    default: undefined,
    example: 'https://hooks.slack.com/services/T000/B000/XXXX',
    desc: 'An incoming webhook of Slack, Discord or Mattermost, which gets the number of people who joined, at most once a minute, and the weekly numbers.',
  }),
  BOUNCE_KEY: secretKey({
    default: undefined,
    example: 'the output of openssl rand -hex 24',
    desc: 'Opens `/api/bounces/BOUNCE_PROVIDER?key=…`, where a mail provider reports bounces and complaints. If unset, the endpoint does not exist.',
  }),
  BOUNCE_PROVIDER: oneOf(PROVIDERS)({
    default: undefined,
    example: 'postmark',
    desc: 'The provider that may report there: ses, postmark, resend, mailgun, sendgrid or brevo. Required with BOUNCE_KEY.',
  }),
  BOUNCE_TOPIC_ARN: snsTopic({
    default: undefined,
    example: 'arn:aws:sns:eu-central-1:123456789012:bounces',
    desc: 'The ARN of the Amazon SNS topic that may report. Required with BOUNCE_PROVIDER=ses.',
  }),
}

type Clean = ReturnType<typeof clean>

/** Drops empty variables, because Compose passes an unset variable as an empty one. */
const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))

const clean = (env: Environment) =>
  cleanEnv(
    withoutEmpty(env),
    { ...SITE_SETTINGS, ...MAIL_SETTINGS },
    {
      reporter: ({ errors }) => {
        const problems = Object.entries(errors).map(([name, error]) => `${name}: ${error?.message}`)
        if (problems.length > 0) throw new ConfigError(problems)
      },
    },
  )

/** Each of these pairs is useful only together. */
const TOGETHER = [
  ['WEBHOOK_URL', 'WEBHOOK_SECRET'],
  ['BOUNCE_KEY', 'BOUNCE_PROVIDER'],
  ['MAIL_API', 'MAIL_API_KEY'],
] as const

/** Yields problems that concern more than one setting. */
function* problemsOf(settings: Clean): Generator<string> {
  for (const names of TOGETHER) {
    const [missing, ...others] = names.filter((name) => settings[name] === undefined)
    const present = names.find((name) => settings[name] !== undefined)
    if (missing && others.length === 0) yield `${missing}: required when ${present} is set`
  }
  if (settings.MAIL_API && settings.SMTP_URL) {
    yield 'MAIL_API and SMTP_URL cannot both be set. Remove one of them'
  }
  if (settings.MAIL_API_URL && !settings.MAIL_API) {
    yield 'MAIL_API: required when MAIL_API_URL is set'
  }
  if (settings.BOUNCE_PROVIDER === 'ses' && !settings.BOUNCE_TOPIC_ARN) {
    yield 'BOUNCE_TOPIC_ARN: required with BOUNCE_PROVIDER=ses, so that no other topic is accepted'
  }
}

function read(env: Environment) {
  const settings = clean(env)
  const problems = [...problemsOf(settings)]
  if (problems.length > 0) throw new ConfigError(problems)
  const { BOUNCE_KEY: key, BOUNCE_PROVIDER: provider } = settings
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: signingKey } = settings
  const { MAIL_API: mailApi, MAIL_API_KEY: mailKey, MAIL_API_URL: mailUrl } = settings
  // On another machine, a link to localhost would point to that machine, so localhost is used only for a site that no
  // other machine can reach.
  const trialUrl = LOOPBACK.test(settings.HOST)
    ? (settings.TRIAL_URL ?? `http://localhost:${settings.PORT}`)
    : undefined
  return {
    port: settings.PORT,
    // Without a host, Node.js listens on all addresses. `::` would fail on a kernel without IPv6.
    host: settings.HOST === '::' ? '' : settings.HOST,
    databaseUrl: settings.DATABASE_URL,
    /** If undefined, local mode starts its own database. */
    ownerUrl: settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL,
    apiPassFile: settings.API_PASSFILE,
    rateLimitMax: settings.RATE_LIMIT_MAX,
    trustProxy: settings.TRUST_PROXY,
    corsOrigins: settings.CORS_ORIGIN,
    referrals: settings.REFERRALS === 'on',
    launch: launchOf(settings.LAUNCH_URL, settings.WAITLIST),
    pagesFile: settings.PAGES_FILE,
    samplesFile: settings.SAMPLES_FILE,
    mailsFile: settings.MAILS_FILE,
    siteUrl: settings.SITE_URL,
    /** The site's address in emails. If undefined, emails use the web build's address. */
    linksUrl: settings.SITE_URL ?? trialUrl,
    dataDir: resolve(settings.DATA_DIR),
    logLevel: settings.LOG_LEVEL,
    /** How the API receives a mail provider's reports. If undefined, it receives none. */
    bounces: key && provider ? { key, provider, topicArn: settings.BOUNCE_TOPIC_ARN } : undefined,
    /** If undefined, the API has no endpoint for claims. */
    claimKey: settings.CLAIM_KEY,
    mail: {
      smtpUrl: settings.SMTP_URL,
      /** If undefined, emails are not sent over HTTPS. */
      api: mailApi && mailKey ? { provider: mailApi, key: mailKey, url: mailUrl } : undefined,
      /** If false, emails are written to files. */
      isSent: (settings.SMTP_URL ?? mailApi) !== undefined,
      from: settings.MAIL_FROM,
      perHour: settings.MAIL_PER_HOUR,
      perDay: settings.MAIL_PER_DAY,
      reminds: settings.REMIND === 'on',
      announceHeader: settings.ANNOUNCE_HEADER,
      invitation: { url: settings.INVITE_URL, days: settings.INVITE_DAYS },
      webhook: url && signingKey ? { url, key: signingKey } : undefined,
      notifyUrl: settings.NOTIFY_URL,
    },
  } as const
}

export type Config = Readonly<ReturnType<typeof read>>

/** How emails, webhooks and notices are sent. */
export type MailConfig = Config['mail']

/** The settings of a process that needs a database. */
export type ServerConfig = Config & { readonly databaseUrl: string }

/** @throws ConfigError that lists every variable at fault */
export function readConfig(env: Environment): Config
export function readConfig(env: Environment, need: { database: true }): ServerConfig
export function readConfig(env: Environment, need?: { database: true }): Config {
  const config = read(env)
  if (need && config.databaseUrl === undefined) {
    throw new ConfigError(['DATABASE_URL: expected the URL of a Postgres database'])
  }
  return config
}
