import type { Database } from '../db.ts'
import type { Metrics } from './metrics.ts'

export function watchPool(database: Database, { gauge }: Metrics): void {
  gauge('database_connections_open', 'Connections to the database.', () => database.use().open)
  gauge('database_connections_idle', 'Idle connections.', () => database.use().idle)
  gauge('database_queries_waiting', 'Queries without a connection.', () => database.use().waiting)
}
