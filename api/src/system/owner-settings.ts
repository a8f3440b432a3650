import { resolve } from 'node:path'
import { type CleanedEnv, str } from 'envalid'
import { SETTINGS } from './api-settings.ts'
import { BOUNCE_SETTINGS, toBouncesConfig } from './bounce-settings.ts'
import { type Environment, LOOPBACK, readSettings } from './environment.ts'
import { postgresUrl, webUrl } from './validators.ts'
import { toMailConfig, WORKER_SETTINGS } from './worker-settings.ts'

/** The default of the setting. */
export const DATA_DIR = '.data'

/** The settings of the program and the migrations. */
export const OWNER_SETTINGS = {
  DATABASE_URL: SETTINGS.DATABASE_URL,
  DATABASE_OWNER_URL: postgresUrl({
    default: undefined,
    example: 'postgres://owner:password@db.example.com:5432/waitlist?sslmode=verify-full',
    desc: 'The role that owns the tables, for migrations and the program. Unset: the role of DATABASE_URL.',
  }),
  API_PASSFILE: SETTINGS.API_PASSFILE,
  /** The web build's list of sample content, for `doctor`. */
  SAMPLES_FILE: str({ default: undefined }),
  PORT: SETTINGS.PORT,
  HOST: SETTINGS.HOST,
  SITE_URL: SETTINGS.SITE_URL,
  REFERRALS: SETTINGS.REFERRALS,
  /** Where this machine reaches the site, if not at PORT: Compose publishes another one. */
  TRIAL_URL: webUrl({ default: undefined }),
  /** The emails that the web build has made. */
  MAILS_FILE: str({ default: undefined }),
  DATA_DIR: str({ default: DATA_DIR }),
}

/** A site that other machines reach must not send them links to themselves. */
const trialUrl = ({ HOST, PORT, TRIAL_URL }: CleanedEnv<typeof OWNER_SETTINGS>) =>
  LOOPBACK.test(HOST) ? (TRIAL_URL ?? `http://localhost:${PORT}`) : undefined

/**
 * Reads the settings of the program, the migrations and the worker.
 * @throws ConfigError naming every variable at fault
 */
export function readOwnerConfig(env: Environment) {
  const clean = readSettings(env, { ...OWNER_SETTINGS, ...WORKER_SETTINGS, ...BOUNCE_SETTINGS })
  return Object.freeze({
    /** Unset: the local mode's own database. */
    ownerUrl: clean.DATABASE_OWNER_URL ?? clean.DATABASE_URL,
    apiPassFile: clean.API_PASSFILE,
    samplesFile: clean.SAMPLES_FILE,
    /** The address in emails. Unset: that of the web build. */
    siteUrl: clean.SITE_URL ?? trialUrl(clean),
    referrals: clean.REFERRALS === 'on',
    mailsFile: clean.MAILS_FILE,
    dataDir: resolve(clean.DATA_DIR),
    mail: toMailConfig(clean),
    bounces: toBouncesConfig(clean),
  })
}

export type OwnerConfig = ReturnType<typeof readOwnerConfig>
