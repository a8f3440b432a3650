import pg from 'pg'

/**
 * A visitor is answered within 3 s, whatever the database does: even one that is paused
 * accepts connections and then says nothing. Each step has its limit, and the deadline
 * holds for their sum. In milliseconds.
 */
const STEP_LIMIT = 2_000
export const DEADLINE = 2_500

/**
 * Signups take two at most, trapped ones two (see waitlist/batcher.ts), and readiness one. The
 * purge has none of its own: it can wait.
 */
const CONNECTIONS = 5

/** SQLSTATE classes that blame the server's state and not the statement. */
const AWAY_CLASSES = ['08', '28', '3D', '53', '57', '58']
const AWAY_STATES = ['25006', '55000', '55P03', '42P01']

/** The database did not answer; the same request may succeed later. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause })
    this.name = 'DatabaseAway'
  }
}

/** Parsed and planned once a connection, under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export interface Database {
  /**
   * Runs one statement and returns its rows.
   * @throws DatabaseAway within 2.5 s when the database does not answer
   */
  query<Row extends pg.QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<Row[]>
  /**
   * Runs one statement and returns how many rows it wrote.
   * @throws as `query`
   */
  execute(statement: Statement, values: unknown[]): Promise<number>
  /** Connections that are open and those of them that nobody uses; queries that wait for one. */
  use(): { readonly open: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

const isAway = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? ''
    return AWAY_CLASSES.includes(state.slice(0, 2)) || AWAY_STATES.includes(state)
  }
  // pg has no class for lost connections and timeouts: they are plain errors or the system's
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
 * Opens a pool of connections; the first is made when the first query comes.
 * @param onIdleError told about a connection that broke while nobody used it
 */
export function openDatabase(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: STEP_LIMIT,
    query_timeout: STEP_LIMIT,
    statement_timeout: STEP_LIMIT,
    keepAlive: true,
    application_name: 'waitlist-api',
  })
  // without a listener a restart of the database would end this process
  pool.on('error', onIdleError)

  async function run<Row extends pg.QueryResultRow>(
    statement: string | Statement,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    try {
      return await withDeadline(pool.query<Row>(statement, values))
    } catch (error) {
      throw isAway(error) ? new DatabaseAway(error) : error
    }
  }

  return {
    query: async <Row extends pg.QueryResultRow>(
      statement: string | Statement,
      values?: unknown[],
    ) => (await run<Row>(statement, values)).rows,
    execute: async (statement, values) => (await run(statement, values)).rowCount ?? 0,
    use: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}
