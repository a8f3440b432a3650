import pg from 'pg'

/**
 * A visitor gets a response within 3 s, whatever the database does: even a paused one accepts
 * connections. Each step has its limit, and the deadline holds for their sum. In milliseconds.
 */
const STEP_LIMIT = 2_000
export const DEADLINE = 2_500

/** Signups take two at most (see signup/batcher.ts), readiness one, and the purge one. */
const CONNECTIONS = 4

/** SQLSTATE classes that blame the server's state and not the statement. */
const AWAY_CLASSES = ['08', '28', '3D', '53', '57', '58']
const AWAY_STATES = ['25006', '42501', '55000', '55P03', '42P01']

/** The database did not respond; the same request may succeed later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** Parsed and planned once a connection, under its name; each time behind a pooler. */
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
  /**
   * Runs one statement and returns how many rows it wrote.
   * @throws as `query`
   */
  execute(statement: Statement, values: unknown[]): Promise<number>
  /** Connections that are open and idle, and queries that wait for one. */
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

/** Prepared statements that are missing or there already: connections share server sessions. */
const POOLER_STATES = ['26000', '42P05']

/** A pooler such as PgBouncer in transaction mode keeps neither startup parameters nor statements. */
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
 * Opens a pool of connections; the first is made when the first query comes.
 * @param onIdleError told about a connection that broke while nobody used it
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

  /** Behind a pooler the time limit is a setting of the API's role (see roles.ts). */
  function assumePooler(): void {
    // not ended here: an ended pool forgets the queries that wait for a connection
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
      throw isAway(error) ? new DatabaseUnavailable(error) : error
    }
  }

  return {
    query: async <Row extends pg.QueryResultRow>(
      statement: string | Statement,
      values?: unknown[],
    ) => (await run<Row>(statement, values)).rows,
    execute: async (statement, values) => (await run(statement, values)).rowCount ?? 0,
    use: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await Promise.all([...new Set([direct, pool])].map((each) => each.end()))
    },
  }
}
