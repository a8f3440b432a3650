import { str } from 'envalid'
import { SETTINGS } from './api.ts'
import { type Environment, originOf, readSettings } from './environment.ts'
import { postgresUrl } from './validators.ts'
import { toMailConfig, WORKER_SETTINGS } from './worker.ts'

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
  /** The metrics of an API, for `doctor`. */
  API_METRICS_URL: str({ default: undefined }),
  // Unset: the address of the web build.
  SITE_URL: SETTINGS.SITE_URL,
  /** The mails that the web build has made. */
  MAILS_FILE: str({ default: undefined }),
  DATA_DIR: str({ default: undefined }),
}

/**
 * Reads the settings of the program, the migrations and the worker.
 * @throws ConfigError naming every variable at fault
 */
export function readOwnerConfig(env: Environment) {
  const clean = readSettings(env, { ...OWNER_SETTINGS, ...WORKER_SETTINGS })
  return Object.freeze({
    /** Unset: the local mode's own database. */
    ownerUrl: clean.DATABASE_OWNER_URL ?? clean.DATABASE_URL,
    apiPassFile: clean.API_PASSFILE,
    samplesFile: clean.SAMPLES_FILE,
    apiMetricsUrl: clean.API_METRICS_URL,
    siteUrl: originOf(clean.SITE_URL),
    mailsFile: clean.MAILS_FILE,
    dataDir: clean.DATA_DIR,
    mail: toMailConfig(clean),
  })
}

export type OwnerConfig = ReturnType<typeof readOwnerConfig>
