import { ERRORS, HttpError } from '../../system/error-responses.ts'
import { APPLIED_MIGRATIONS, missingMigrations } from '../../system/migrations.ts'
import type { Endpoint } from '../endpoints.ts'

const READY = { status: 'ready' } as const

/** Inserts no rows, but fails if the table is missing or locked, or if the database is read-only. */
const CHECK = `WITH nobody AS (INSERT INTO inbox (mailbox) SELECT '' WHERE false)
  ${APPLIED_MIGRATIONS}`

/** Results are reused for this long, because anyone can request a check, which uses the same connections as signups. */
const KEPT_MS = 1_000

/** Returns a function whose concurrent callers share one run. Later callers share its result for `keptMs`. */
function shared<Outcome>(run: () => Promise<Outcome>, keptMs = 0): () => Promise<Outcome> {
  let latest: Promise<Outcome> | undefined
  const forget = () => {
    latest = undefined
  }
  return () => {
    latest ??= run().finally(() => setTimeout(forget, keptMs).unref())
    return latest
  }
}

const sentences = {
  UNAVAILABLE: 'The database is unavailable, or its migrations are not applied.',
}

const readiness: Endpoint = async (app, { database }) => {
  const check = shared(async () => {
    const rows = await database.query<{ name: string }>(CHECK)
    if (missingMigrations(rows.map(({ name }) => name)).length > 0)
      throw new HttpError(ERRORS.unavailable)
    return READY
  }, KEPT_MS)
  app.get(
    '/ready',
    {
      schema: {
        summary: 'Can the API store signups?',
        response: { 200: { description: 'The API can store signups.' } },
      },
      config: { sentences },
    },
    check,
  )
}
export default readiness
