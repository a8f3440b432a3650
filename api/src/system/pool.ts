import pg from 'pg'

/**
 * The limit for each step of a query. DEADLINE limits their sum, so that a visitor gets a response within 3 s even if
 * the database is frozen and only accepts connections.
 */
const STEP_LIMIT_MS = 2_000
export const DEADLINE = 2_500

/** Two connections for signups (see list/inbox/batcher.ts), and one for readiness checks, visits and bounce reports. */
const CONNECTIONS = 3

/** Errors in these SQLSTATE classes come from the server's state or, in class 40, from concurrent statements. */
const UNAVAILABLE_CLASSES = ['08', '28', '3D', '40', '53', '57', '58']
const UNAVAILABLE_STATES = ['25006', '42501', '55000', '55P03', '42P01']

/** Thrown when the database cannot run statements now. A retry of the request may succeed. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database does not respond.', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** A prepared statement, which each connection parses only once. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/**
 * SQL for a FROM clause that makes the commit wait for the disk, even if the server's default is `off`. A startup
 * parameter would also replace a stricter default, such as `remote_apply`.
 */
export const DURABLE = `set_config(
  'synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true
)`

export interface Database {
  /** @throws DatabaseUnavailable within 2.5 s when the database does not respond */
  query<Row = pg.QueryResultRow>(statement: string | Statement, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

const isUnavailable = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? ''
    return UNAVAILABLE_CLASSES.includes(state.slice(0, 2)) || UNAVAILABLE_STATES.includes(state)
  }
  // For lost connections and timeouts, pg throws plain errors and system errors instead of DatabaseError.
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError)
}

const withDeadline = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('deadline exceeded')), DEADLINE)
  })
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}

/**
 * Opens a pool. It connects at the first query.
 * @param onIdleError receives the error of a connection that breaks while it is idle
 * @param connections the maximum number of connections
 */
export function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
  connections = CONNECTIONS,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: STEP_LIMIT_MS,
    query_timeout: STEP_LIMIT_MS,
    keepAlive: true,
    application_name: 'waitlist-api',
    statement_timeout: STEP_LIMIT_MS,
  }).on('error', onIdleError)

  return {
    async query<Row>(statement: string | Statement, values: unknown[] = []): Promise<Row[]> {
      try {
        return (await withDeadline(pool.query(statement, values))).rows
      } catch (error) {
        throw isUnavailable(error) ? new DatabaseUnavailable(error) : error
      }
    },
    close: () => pool.end(),
  }
}
