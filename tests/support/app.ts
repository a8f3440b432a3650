import supertest from 'supertest'
import { readConfig } from '../../api/src/config/api.ts'
import { type AppOptions, buildApp } from '../../api/src/http/app.ts'
import { asApi, select } from './database.ts'

/** A row of the table, with the answers to the questions as columns. */
interface SignupRow {
  readonly email: string
  readonly email_key: string
  readonly honeypot: string | null
  readonly joined_at: Date
  readonly [question: string]: unknown
}

export interface TestApp {
  readonly http: ReturnType<typeof supertest>
  /** The origin of its address. */
  readonly origin: string
  readonly databaseUrl: string
  /** Everything logged so far, at every level. */
  readonly log: readonly string[]
  signups(): Promise<SignupRow[]>
  quarantined(): Promise<SignupRow[]>
  close(): Promise<void>
}

/** Settings as an operator writes them; without a rate limit, signups are not limited. */
export type Settings = Readonly<Record<string, string>>

const DEFAULTS: Settings = { RATE_LIMIT_MAX: '1000000', LOG_LEVEL: 'trace' }

async function signupRows(databaseUrl: string, condition: string): Promise<SignupRow[]> {
  const rows = await select<SignupRow & { readonly answers: Record<string, string> }>(
    databaseUrl,
    `SELECT * FROM signups WHERE ${condition} ORDER BY joined_at, email_key`,
  )
  return rows.map(({ answers, ...row }) => ({ ...row, ...answers }))
}

/**
 * Serves the real app on a free port, with the API's role.
 * @param databaseUrl the URL for the owner of the tables
 */
export async function startApp(
  databaseUrl: string,
  settings: Settings = {},
  options: Omit<AppOptions, 'logStream'> = {},
): Promise<TestApp> {
  const log: string[] = []
  const env = { ...DEFAULTS, ...settings, DATABASE_URL: await asApi(databaseUrl) }
  const app = await buildApp(readConfig(env, { database: true }), {
    ...options,
    logStream: { write: (line) => log.push(line) },
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    http: supertest(app.server),
    origin,
    databaseUrl,
    log,
    signups: () => signupRows(databaseUrl, 'honeypot IS NULL'),
    quarantined: () => signupRows(databaseUrl, 'honeypot IS NOT NULL'),
    close: () => app.close(),
  }
}
