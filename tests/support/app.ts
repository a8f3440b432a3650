import supertest from 'supertest'
import { afterAll, beforeAll, inject } from 'vitest'
import { type AppOptions, buildApp } from '../../api/src/app.ts'
import { readConfig } from '../../api/src/config.ts'
import { freshDatabase, select } from './database.ts'

interface SignupRow {
  readonly email: string
  readonly email_key: string
  readonly first_name: string
  readonly last_name: string
  readonly company: string | null
  readonly role: string
  readonly created_at: Date
}

type TrappedRow = SignupRow & { readonly website: string }

export interface TestApp {
  readonly http: ReturnType<typeof supertest>
  /** Where a browser finds it. */
  readonly origin: string
  readonly databaseUrl: string
  /** Everything logged so far, at every level. */
  readonly log: readonly string[]
  signups(): Promise<SignupRow[]>
  trapped(): Promise<TrappedRow[]>
  close(): Promise<void>
}

/** Settings as an operator gives them; signups are not limited unless a test says so. */
export type Settings = Readonly<Record<string, string>>

const DEFAULTS: Settings = { RATE_LIMIT_MAX: '1000000', LOG_LEVEL: 'trace' }

/** Serves the real app on a free port. */
export async function startApp(
  databaseUrl: string,
  settings: Settings = {},
  options: Omit<AppOptions, 'logStream'> = {},
): Promise<TestApp> {
  const log: string[] = []
  const env = { ...DEFAULTS, ...settings, DATABASE_URL: databaseUrl }
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
    signups: () => select<SignupRow>(databaseUrl, 'SELECT * FROM signups ORDER BY id'),
    trapped: () => select<TrappedRow>(databaseUrl, 'SELECT * FROM trapped_signups ORDER BY id'),
    close: () => app.close(),
  }
}

/** An app on a migrated database of its own, for all tests of a `describe` or a file. */
export function useApp(
  settings: Settings = {},
  options: Omit<AppOptions, 'logStream'> = {},
): () => TestApp {
  let app: TestApp | undefined
  beforeAll(async () => {
    app = await startApp(await freshDatabase(inject('postgresUrl'), 'migrated'), settings, options)
  })
  afterAll(() => app?.close())
  return () => {
    if (app === undefined) throw new Error('The app is there from the first test on.')
    return app
  }
}
