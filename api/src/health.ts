import type { FastifyInstance } from 'fastify'
import type { Database } from './db.ts'
import { ANSWERS, AnsweredError } from './errors/answers.ts'
import { APPLIED_MIGRATIONS, migrationNames } from './migrations.ts'

/** Adds `/health`, which says that the process is alive, and `/ready`, that it can be used. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  app.get('/health', async () => ({ status: 'alive' }))

  app.get('/ready', async () => {
    const rows = await database.query<{ name: string }>(APPLIED_MIGRATIONS)
    const applied = new Set(rows.map(({ name }) => name))
    if (!migrationNames.every((name) => applied.has(name))) {
      throw new AnsweredError(ANSWERS.databaseAway)
    }
    return { status: 'ready' }
  })
}
