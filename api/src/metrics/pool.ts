import type { Database } from '../db.ts'
import type { Metrics } from './metrics.ts'

/** Shows how far the pool of connections is used. */
export function watchPool(database: Database, { gauge }: Metrics): void {
  gauge('database_connections_open', 'Connections to the database.', () => database.use().open)
  gauge('database_connections_idle', 'Those that nobody uses.', () => database.use().idle)
  gauge('database_queries_waiting', 'Queries that wait for one.', () => database.use().waiting)
}
