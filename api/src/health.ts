import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Database } from './db.ts'
import { ANSWERS, HttpError } from './errors/answers.ts'
import { APPLIED_MIGRATIONS, missingMigrations } from './migrations.ts'
import { UNAVAILABLE } from './openapi/errors.ts'
import { HEADERS } from './openapi/headers.ts'

const answered = (status: string) => ({
  200: {
    description: `It is ${status}.`,
    headers: HEADERS.requestId,
    body: Type.Object({ status: Type.Literal(status) }),
  },
})

/**
 * Writes nothing, but fails as a signup would that finds no table, one that is locked, or a
 * database that may only be read.
 */
const READY = `WITH nobody AS (INSERT INTO signups (email) SELECT '' WHERE false)
  ${APPLIED_MIGRATIONS}`

/** Adds `/health`, which says that the process is alive, and `/ready`, that it can be used. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  app.get(
    '/health',
    { schema: { summary: 'Is the process alive?' }, config: { answers: answered('alive') } },
    async () => ({ status: 'alive' }),
  )

  const answers = { ...answered('ready'), ...UNAVAILABLE }
  const schema = { summary: 'Can the waitlist be joined?' }
  app.get('/ready', { schema, config: { answers } }, async () => {
    const rows = await database.query<{ name: string }>(READY)
    if (missingMigrations(rows).length > 0) {
      throw new HttpError(ANSWERS.databaseAway)
    }
    return { status: 'ready' }
  })
}
