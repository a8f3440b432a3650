import { str, type ValidatorSpec } from 'envalid'
import { BOUNCE_SETTINGS, toBouncesConfig } from './bounce-settings.ts'
import { type Environment, readSettings } from './environment.ts'
import {
  listenHost,
  networks,
  oneOf,
  origins,
  postgresUrl,
  siteUrl,
  wholeNumber,
} from './validators.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * The settings of the API. `npm run docs` writes name, default and description into
 * docs/settings.md and .env.example; an `example` is for a setting without a default, or gives a number its unit.
 */
export const SETTINGS = {
  PORT: wholeNumber(65_535)({ default: 8080, desc: 'The port of the site and the API.' }),
  HOST: listenHost({
    default: '127.0.0.1',
    desc: 'The address to listen on. The default serves this machine only, 0.0.0.0 every machine.',
  }),
  METRICS_PORT: wholeNumber(65_535)({
    default: undefined,
    example: '9464',
    desc: 'A port of the API for Prometheus (`/metrics`), not the one of the site. Unset, there is none.',
  }),
  METRICS_HOST: listenHost({
    default: '127.0.0.1',
    desc: 'The address of METRICS_PORT. The default serves this machine only; 0.0.0.0 serves every machine, so put a firewall in front.',
  }),
  DATABASE_URL: postgresUrl({
    default: undefined,
    example: 'postgres://user:password@db.example.com:5432/waitlist?sslmode=verify-full',
    desc: 'Your own Postgres. Unset, `npm start` and Compose run one. `sslmode=verify-full` encrypts the connection to another machine and verifies its certificate, and so does `sslmode=require`.',
  }),
  /** The file in which `migrate` keeps the password of the API's role. */
  API_PASSFILE: str({ default: undefined }),
  RATE_LIMIT_MAX: wholeNumber(10_000_000)({
    default: 30,
    desc: 'How many signups one client address (IPv6: one /64) may send in ten minutes. An IPv6 /48 may send eight times as many.',
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
  /** The paths of the pages, which the web build writes. */
  PAGES_FILE: str({ default: undefined }),
  REFERRALS: oneOf(['on', 'off'])({
    default: 'on',
    desc: 'With `on`, confirmed people get a link for friends. With `off`, nobody gets one. A change needs a build of the site.',
  }),
  // Without the default of the web build, so that a trial works at any address.
  SITE_URL: siteUrl({ default: undefined }),
  LOG_LEVEL: oneOf(LOG_LEVELS)({
    default: undefined,
    example: 'info',
    desc: 'One of fatal, error, warn, info, debug, trace, silent. Unset: info, and warn for `npm start`.',
  }),
}

/** Without a default, so that a missing one is an error. */
const REQUIRED_DATABASE = postgresUrl({ desc: 'expected the URL of a Postgres database' })

function read(env: Environment, DATABASE_URL: ValidatorSpec<string | undefined>) {
  const clean = readSettings(env, { ...SETTINGS, ...BOUNCE_SETTINGS, DATABASE_URL })
  return Object.freeze({
    port: clean.PORT,
    host: clean.HOST,
    metricsPort: clean.METRICS_PORT,
    metricsHost: clean.METRICS_HOST,
    databaseUrl: clean.DATABASE_URL,
    apiPassFile: clean.API_PASSFILE,
    rateLimitMax: clean.RATE_LIMIT_MAX,
    trustProxy: Object.freeze([...clean.TRUST_PROXY]),
    corsOrigins: Object.freeze([...clean.CORS_ORIGIN]),
    referrals: clean.REFERRALS === 'on',
    pagesFile: clean.PAGES_FILE,
    siteUrl: clean.SITE_URL,
    bounces: toBouncesConfig(clean),
    logLevel: clean.LOG_LEVEL,
  })
}

export type Config = ReturnType<typeof read>

/** The settings of a process that needs a database. */
export type ServerConfig = Config & { readonly databaseUrl: string }

/** @throws ConfigError naming every variable at fault */
export function readConfig(env: Environment): Config
export function readConfig(env: Environment, need: { database: true }): ServerConfig
export function readConfig(env: Environment, need?: { database: true }): Config {
  return read(env, need ? REQUIRED_DATABASE : SETTINGS.DATABASE_URL)
}
