import { type Database, DatabaseUnavailable, type Statement } from '../database/pool.ts'
import type { Metrics } from './metrics.ts'

/** An error of pg that has neither is a timeout. */
const codeOf = (error: unknown): string => {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' ? code : 'timeout'
}

/** Counts the errors of a database by their code. */
export const countErrors = (database: Database, { databaseErrors }: Metrics): Database => ({
  ...database,
  query: async <Row>(statement: string | Statement, values?: unknown[]) => {
    try {
      return await database.query<Row>(statement, values)
    } catch (error) {
      databaseErrors.inc({ code: codeOf(error) })
      throw error
    }
  },
})

export function watchPool(database: Database, { gauge }: Metrics): void {
  gauge('database_connections_open', 'Connections to the database.', () => database.use().open)
  gauge('database_connections_idle', 'Idle connections.', () => database.use().idle)
  gauge('database_queries_waiting', 'Queries without a connection.', () => database.use().waiting)
}
