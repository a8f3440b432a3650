import { cleanEnv, str } from 'envalid'
import { OperatorError } from '../operator/operator-error.ts'
import {
  duration,
  listenHost,
  mailAddress,
  networks,
  oneOf,
  origins,
  postgresUrl,
  redisUrl,
  smtpUrl,
  webUrl,
  wholeNumber,
} from './validators.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type Environment = Readonly<Record<string, string | undefined>>

/** The process's environment. No other file reads `process.env`. */
export const environment: Environment = process.env

/** The settings of the API; `.env.example` describes each. */
export interface Config {
  readonly port: number
  readonly host: string
  /** The port of the metrics. Unset: no metrics. */
  readonly metricsPort: number | undefined
  readonly metricsHost: string
  /** Unset: the local mode starts its own database. */
  readonly databaseUrl: string | undefined
  /** The file in which `migrate` keeps the password of the API's role. */
  readonly apiPassFile: string | undefined
  readonly rateLimit: { readonly max: number; readonly windowMs: number }
  /** The Redis in which replicas share the rate limit. Unset: each replica has its own limit. */
  readonly redisUrl: string | undefined
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[]
  readonly corsOrigins: readonly string[]
  /** The site's public origin. Unset: the host of each request. */
  readonly siteUrl: string | undefined
  readonly logLevel: (typeof LOG_LEVELS)[number] | undefined
}

/** The settings of a process that needs a database. */
export type ServerConfig = Config & { readonly databaseUrl: string }

/** All problems of the environment, one line per variable. */
export class ConfigError extends OperatorError {
  override readonly status = 2
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['The settings cannot be used:', ...problems.map((line) => `  ${line}`)].join('\n'))
    this.problems = problems
  }
}

interface Findings {
  readonly errors: Partial<Record<string, Error>>
  /** The valid values by name. */
  readonly env: unknown
}

const report = ({ errors, env }: Findings): void => {
  const problems = Object.entries(errors).map(([name, error]) => `${name}: ${error?.message}`)
  const { PORT, METRICS_PORT } = env as Record<string, unknown>
  if (METRICS_PORT !== undefined && METRICS_PORT === PORT) {
    problems.push('METRICS_PORT: expected another port than PORT')
  }
  if (problems.length > 0) throw new ConfigError(problems)
}

/** Compose passes an unset variable as an empty one. */
const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))

/**
 * The settings of the API. `npm run docs` writes name, default and description into
 * docs/settings.md and .env.example; an `example` is shown where the default says little.
 */
export const SETTINGS = {
  PORT: wholeNumber(1, 65_535)({ default: 8080, desc: 'The port of the site and the API.' }),
  HOST: listenHost({
    default: '127.0.0.1',
    desc: 'The address to listen on. The default serves this machine only, 0.0.0.0 every machine.',
  }),
  METRICS_PORT: wholeNumber(
    1,
    65_535,
  )({
    default: undefined,
    example: '9464',
    desc: 'A port for Prometheus (`/metrics`). Compose always uses 9464.',
  }),
  METRICS_HOST: listenHost({
    default: '127.0.0.1',
    desc: 'The address of METRICS_PORT. The default serves this machine only; 0.0.0.0 serves every machine, so put a firewall in front.',
  }),
  DATABASE_URL: postgresUrl({
    default: undefined,
    example: 'postgres://user:password@db.example.com:5432/waitlist?sslmode=verify-full',
    desc: 'Your own Postgres. Unset, `npm start` and Compose run one. `sslmode=verify-full` encrypts the connection to another machine.',
  }),
  API_PASSFILE: str({ default: undefined }),
  RATE_LIMIT_MAX: wholeNumber(
    1,
    1_000_000,
  )({
    default: 30,
    desc: 'How many signups one client address (IPv6: one /64) may send per RATE_LIMIT_WINDOW. An IPv6 /48 may send eight times as many.',
  }),
  RATE_LIMIT_WINDOW: duration({
    default: 600_000,
    example: '10 minutes',
    desc: 'The period of RATE_LIMIT_MAX, in seconds, minutes, hours or days.',
  }),
  REDIS_URL: redisUrl({
    default: undefined,
    example: 'redis://valkey:6379',
    desc: 'A Redis or Valkey in which replicas count signups together. Unset, each process counts alone.',
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
  // Without the default of the web build, so that a trial works at any address.
  SITE_URL: webUrl({ default: undefined }),
  LOG_LEVEL: oneOf(LOG_LEVELS)({
    default: undefined,
    example: 'info',
    desc: 'One of fatal, error, warn, info, debug, trace, silent. Unset: info, and warn for `npm start`.',
  }),
}

/** The settings of the worker, which sends mails and webhooks and deletes old rows. */
export const WORKER_SETTINGS = {
  SMTP_URL: smtpUrl({
    default: undefined,
    example: 'smtp://user:password@mail.example.com:587',
    desc: 'The mail server (`smtps://` for TLS from the start). Unset, mails are written to files below DATA_DIR/mail. TLS is required, except on this machine or with `?tls=none`.',
  }),
  MAIL_FROM: mailAddress({
    default: undefined,
    example: 'Starkit <hello@example.com>',
    desc: 'The sender of all mails. Unset: BRAND_NAME and BRAND_SUPPORT_EMAIL.',
  }),
  MAIL_PER_HOUR: wholeNumber(
    1,
    1_000_000,
  )({
    default: 300,
    desc: 'How many mails are sent in an hour. The rest waits.',
  }),
  DKIM_DOMAIN: str({
    default: undefined,
    example: 'example.com',
    desc: 'Signs mails for this domain (RFC 6376), if the mail server does not.',
  }),
  DKIM_SELECTOR: str({
    default: undefined,
    example: 'waitlist',
    desc: 'The selector: its public key is in the DNS at SELECTOR._domainkey.DOMAIN.',
  }),
  DKIM_KEY_FILE: str({
    default: undefined,
    example: '/run/dkim/private.pem',
    desc: 'The file with the private key, in PEM.',
  }),
  WEBHOOK_URL: webUrl({
    default: undefined,
    example: 'https://crm.example.com/hooks/waitlist',
    desc: 'Gets a signed POST when a person joins, confirms or leaves.',
  }),
  WEBHOOK_SECRET: str({
    default: undefined,
    example: 'a long random word',
    desc: 'The key of the signatures of WEBHOOK_URL.',
  }),
} as const

/** Without a default, so that a missing one is an error. */
const REQUIRED_DATABASE = postgresUrl({ desc: 'expected the URL of a Postgres database' })

/** The settings of the program and the migrations. */
export const OWNER_SETTINGS = {
  DATABASE_URL: SETTINGS.DATABASE_URL,
  DATABASE_OWNER_URL: postgresUrl({
    default: undefined,
    example: 'postgres://owner:password@db.example.com:5432/waitlist?sslmode=verify-full',
    desc: 'The role that owns the tables, for migrations and the program. Unset: the role of DATABASE_URL.',
  }),
  API_PASSFILE: str({ default: undefined }),
  SAMPLES_FILE: str({ default: undefined }),
  API_METRICS_URL: str({ default: undefined }),
  // Unset: the address of the web build.
  SITE_URL: SETTINGS.SITE_URL,
  MAILS_FILE: str({ default: undefined }),
  DATA_DIR: str({ default: undefined }),
}

const originOf = (url: string | undefined) => url && new URL(url).origin

/**
 * Reads the settings from an environment.
 * @throws ConfigError naming every variable at fault
 */
export function readConfig(env: Environment): Config
export function readConfig(env: Environment, need: { database: true }): ServerConfig
export function readConfig(env: Environment, need = { database: false }): Config {
  const settings = need.database ? { ...SETTINGS, DATABASE_URL: REQUIRED_DATABASE } : SETTINGS
  const clean = cleanEnv(withoutEmpty(env), settings, { reporter: report })
  return Object.freeze({
    port: clean.PORT,
    host: clean.HOST,
    metricsPort: clean.METRICS_PORT,
    metricsHost: clean.METRICS_HOST,
    databaseUrl: clean.DATABASE_URL,
    apiPassFile: clean.API_PASSFILE,
    rateLimit: Object.freeze({ max: clean.RATE_LIMIT_MAX, windowMs: clean.RATE_LIMIT_WINDOW }),
    redisUrl: clean.REDIS_URL,
    trustProxy: Object.freeze([...clean.TRUST_PROXY]),
    corsOrigins: Object.freeze([...clean.CORS_ORIGIN]),
    siteUrl: originOf(clean.SITE_URL),
    logLevel: clean.LOG_LEVEL,
  })
}

/** How mails are sent. */
export interface MailConfig {
  /** Unset: mails are written to files. */
  readonly smtpUrl: string | undefined
  /** Unset: the brand's name and support address. */
  readonly from: string | undefined
  readonly perHour: number
  readonly dkim: { domain: string; selector: string; keyFile: string } | undefined
  readonly webhook: { url: string; secret: string } | undefined
}

/** The settings of the program, the migrations and the worker. */
export interface OwnerConfig {
  /** The database, for the owner of the tables. Unset: the local mode's own database. */
  readonly ownerUrl: string | undefined
  /** The file for the password of the API's role, if migrations create it. */
  readonly apiPassFile: string | undefined
  /** The web build's list of sample content, for `doctor`. */
  readonly samplesFile: string | undefined
  /** The metrics of an API, for `doctor`. */
  readonly apiMetricsUrl: string | undefined
  /** The address of the site in mails. Unset: the web build's. */
  readonly siteUrl: string | undefined
  /** The mails that the web build has made. */
  readonly mailsFile: string | undefined
  readonly dataDir: string | undefined
  readonly mail: MailConfig
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

/**
 * Reads the settings of the program, the migrations and the worker.
 * @throws ConfigError naming every variable at fault
 */
export function readOwnerConfig(env: Environment): OwnerConfig {
  const settings = { ...OWNER_SETTINGS, ...WORKER_SETTINGS }
  const clean = cleanEnv(withoutEmpty(env), settings, { reporter: report })
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE, WEBHOOK_URL, WEBHOOK_SECRET } = clean
  const dkim = together({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE })
  const webhook = together({ WEBHOOK_URL, WEBHOOK_SECRET })
  return Object.freeze({
    ownerUrl: clean.DATABASE_OWNER_URL ?? clean.DATABASE_URL,
    apiPassFile: clean.API_PASSFILE,
    samplesFile: clean.SAMPLES_FILE,
    apiMetricsUrl: clean.API_METRICS_URL,
    siteUrl: originOf(clean.SITE_URL),
    mailsFile: clean.MAILS_FILE,
    dataDir: clean.DATA_DIR,
    mail: Object.freeze({
      smtpUrl: clean.SMTP_URL,
      from: clean.MAIL_FROM,
      perHour: clean.MAIL_PER_HOUR,
      dkim: dkim && {
        domain: dkim.DKIM_DOMAIN,
        selector: dkim.DKIM_SELECTOR,
        keyFile: dkim.DKIM_KEY_FILE,
      },
      webhook: webhook && { url: webhook.WEBHOOK_URL, secret: webhook.WEBHOOK_SECRET },
    }),
  })
}
