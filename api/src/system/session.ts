import pg from 'pg'

/** The maximum number of rows per FETCH: a few hundred KB. */
const FETCHED = 1_000

/** A connection with the table owner's rights. */
export interface Session {
  query<Row = pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Returns the row of a statement that always returns one. */
  row<Row>(text: string, values?: readonly unknown[]): Promise<Row>
  /** Returns the first value in that row. */
  value<Value>(text: string, values?: readonly unknown[]): Promise<Value>
  /** Commits the work, or rolls it back and rethrows. */
  transaction<T>(work: () => Promise<T>, mode?: 'READ WRITE' | 'SNAPSHOT'): Promise<T>
  /** Yields rows in chunks, through a cursor. Needs a transaction. */
  chunks<Row>(text: string, values?: readonly unknown[]): AsyncGenerator<Row[]>
  close(): Promise<void>
}

type Purpose = 'program' | 'worker'

/**
 * Within a transaction, a command may wait for its owner or a slow file. The worker never waits that long, so if its
 * transaction is idle, the worker is frozen or disconnected, and the server ends the transaction to free its locks.
 */
const LIMITS: Readonly<Record<Purpose, { readonly statement: string; readonly idle: string }>> = {
  program: { statement: '0', idle: '0' },
  worker: { statement: '5min', idle: '1min' },
}

/**
 * Overrides the defaults of the server and the role within a transaction. With the TCP settings, the server notices a
 * lost client within a minute.
 */
const settingsOf = (purpose: Purpose): string =>
  [
    "SET LOCAL TimeZone = 'UTC'",
    'SET LOCAL synchronous_commit = on',
    `SET LOCAL statement_timeout = '${LIMITS[purpose].statement}'`,
    `SET LOCAL idle_in_transaction_session_timeout = '${LIMITS[purpose].idle}'`,
    'SET LOCAL tcp_keepalives_idle = 30',
    'SET LOCAL tcp_keepalives_interval = 10',
    'SET LOCAL tcp_keepalives_count = 3',
  ].join('; ')

const MODES = {
  'READ WRITE': 'ISOLATION LEVEL READ COMMITTED READ WRITE',
  SNAPSHOT: 'ISOLATION LEVEL REPEATABLE READ READ ONLY',
} as const

/** @throws when the database cannot be reached within 10 s */
export async function openSession(
  ownerUrl: string,
  purpose: Purpose = 'program',
): Promise<Session> {
  const settings = settingsOf(purpose)
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 10_000,
    // TCP keep-alive detects a connection that a firewall has dropped.
    keepAlive: true,
    application_name: 'waitlist',
  })
  // This event can be ignored, because a lost connection also makes the query fail, and its error is reported.
  client.on('error', () => {})
  await client.connect()

  // pg 9 and later accept a query only after the previous one has ended.
  let last: Promise<unknown> = Promise.resolve()
  const query = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const result = last.then(async () => (await client.query(text, [...values])).rows)
    last = result.catch(() => {})
    return result
  }

  const row = async <Row>(text: string, values?: readonly unknown[]): Promise<Row> => {
    const [first] = await query<Row>(text, values)
    if (first === undefined) throw new Error('A statement that always returns a row returned none.')
    return first
  }

  return {
    query,
    row,
    value: async <Value>(text: string, values?: readonly unknown[]) =>
      Object.values(await row<Record<string, Value>>(text, values))[0] as Value,
    async transaction(work, mode = 'READ WRITE') {
      await client.query(`BEGIN ${MODES[mode]}; ${settings}`)
      try {
        const result = await work()
        await query('COMMIT')
        return result
      } catch (error) {
        await query('ROLLBACK').catch(() => {})
        throw error
      }
    },
    async *chunks<Row>(text: string, values?: readonly unknown[]) {
      await query(`DECLARE chunks NO SCROLL CURSOR FOR ${text}`, values)
      const fetch = () => {
        const rows = query<Row>(`FETCH ${FETCHED} FROM chunks`)
        // If the caller stops early, this promise is never awaited. Its rejection must not count as unhandled.
        rows.catch(() => {})
        return rows
      }
      // Postgres reads the next chunk while the caller processes one.
      let next = fetch()
      for (let rows = await next; rows.length > 0; rows = await next) {
        next = fetch()
        yield rows
      }
      await query('CLOSE chunks')
    },
    close: () => client.end(),
  }
}
