import supertest from 'supertest'
import { type AppOptions, buildApp } from '../../api/src/http/app.ts'
import { fold } from '../../api/src/list/inbox/fold.ts'
import { openSession } from '../../api/src/system/session.ts'
import { readConfig } from '../../api/src/system/settings.ts'
import { asApi } from './database.ts'

/** A row, with the answers to the questions as columns. */
interface SignupRow {
  readonly email: string
  readonly mailbox: string
  readonly honeypot?: string
  readonly joined_at: Date
  readonly [question: string]: unknown
}

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** Settings as an owner writes them. Signups are limited only if these set a rate limit. */
export type Settings = Readonly<Record<string, string>>

const DEFAULTS: Settings = { RATE_LIMIT_MAX: '1000000', LOG_LEVEL: 'trace' }

/** Folds the forms that were sent, as every command of the owner's program does, and reads a table. */
async function rowsOf(databaseUrl: string, table: 'people' | 'quarantine'): Promise<SignupRow[]> {
  const session = await openSession(databaseUrl)
  try {
    await fold(session, { events: false })
    const rows = await session.query<SignupRow & { readonly answers: Record<string, string> }>(
      `SELECT * FROM ${table} ORDER BY joined_at, mailbox`,
    )
    return rows.map(({ answers, ...row }) => ({ ...row, ...answers }))
  } finally {
    await session.close()
  }
}

export const readPeople = (databaseUrl: string): Promise<SignupRow[]> =>
  rowsOf(databaseUrl, 'people')

/**
 * Serves the real app on a free port, with the API's role.
 * @param databaseUrl the URL for the tables' owner
 */
export async function startApp(
  databaseUrl: string,
  settings: Settings = {},
  options: Omit<AppOptions, 'logStream'> = {},
) {
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
    people: () => readPeople(databaseUrl),
    quarantined: () => rowsOf(databaseUrl, 'quarantine'),
    close: () => app.close(),
  }
}
