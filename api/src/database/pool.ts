import pg from 'pg'

/**
 * A visitor gets a response within 3 s, even when the database is paused and only accepts
 * connections. Each step has a limit, and the deadline limits their sum. In milliseconds.
 */
const STEP_LIMIT = 2_000
export const DEADLINE = 2_500

/** Signups take two (see signup/batcher.ts), readiness one, links of mails one. */
const CONNECTIONS = 4

/** SQLSTATE classes that are about the server's state and not the statement. */
const UNAVAILABLE_CLASSES = ['08', '28', '3D', '53', '57', '58']
const UNAVAILABLE_STATES = ['25006', '42501', '55000', '55P03', '42P01']

/** The database did not respond; the same request may succeed later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database does not respond.', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** Parsed and planned once per connection, under its name; behind a pooler each time. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export interface Database {
  /**
   * Runs one statement and returns its rows.
   * @throws DatabaseUnavailable within 2.5 s when the database does not respond
   */
  query<Row extends pg.QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<Row[]>
  /** Open and idle connections, and queries that wait for a connection. */
  use(): { readonly open: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

const isUnavailable = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? ''
    return UNAVAILABLE_CLASSES.includes(state.slice(0, 2)) || UNAVAILABLE_STATES.includes(state)
  }
  // pg throws plain errors and system errors for lost connections and timeouts
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError)
}

/** A prepared statement is missing or exists already, because connections share server sessions. */
const POOLER_STATES = ['26000', '42P05']

/** PgBouncer in transaction mode supports neither startup parameters nor prepared statements. */
const isPooler = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.includes('unsupported startup parameter') ||
    POOLER_STATES.includes((error as pg.DatabaseError).code ?? ''))

const withDeadline = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('deadline exceeded')), DEADLINE)
  })
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}

/**
 * Opens a pool, which connects at the first query.
 * @param onIdleError receives the error of a connection that breaks while it is idle
 */
export function openDatabase(url: string, onIdleError: (error: Error) => void): Database {
  const options: pg.PoolConfig = {
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: STEP_LIMIT,
    query_timeout: STEP_LIMIT,
    keepAlive: true,
    application_name: 'waitlist-api',
  }
  const open = (more: pg.PoolConfig): pg.Pool =>
    new pg.Pool({ ...options, ...more }).on('error', onIdleError)
  const direct = open({ statement_timeout: STEP_LIMIT })
  let pool = direct

  /** Without `statement_timeout`, which is then a setting of the API's role (see roles.ts). */
  function assumePooler(): void {
    // `direct` stays open: an ended pool drops the queries that wait for a connection
    if (pool === direct) pool = open({})
  }

  async function attempt<Row extends pg.QueryResultRow>(
    statement: string | Statement,
    values: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const text = typeof statement === 'string' ? statement : statement.text
    if (pool !== direct) return pool.query<Row>(text, values)
    try {
      return await direct.query<Row>(statement, values)
    } catch (error) {
      if (!isPooler(error)) throw error
      assumePooler()
      return pool.query<Row>(text, values)
    }
  }

  async function run<Row extends pg.QueryResultRow>(
    statement: string | Statement,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    try {
      return await withDeadline(attempt<Row>(statement, values))
    } catch (error) {
      throw isUnavailable(error) ? new DatabaseUnavailable(error) : error
    }
  }

  return {
    query: async <Row extends pg.QueryResultRow>(
      statement: string | Statement,
      values?: unknown[],
    ) => (await run<Row>(statement, values)).rows,
    use: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await Promise.all([...new Set([direct, pool])].map((each) => each.end()))
    },
  }
}
