import type { FastifyInstance } from 'fastify'
import { type Database, DatabaseUnavailable } from '../db.ts'

/** Rows per statement, so that each one ends long before its time limit. */
const ROWS = 5_000

/** The function deletes rows older than 30 days (see migrations/0001_waitlist.sql). */
const PURGE = 'SELECT purge_quarantine($1) AS purged'

/** In milliseconds. */
const HOUR = 3_600_000

/**
 * Deletes old quarantined signups at startup and every hour. Replicas skip the rows that another one
 * deletes.
 */
export function purgeQuarantine(app: FastifyInstance, database: Database): void {
  let closing = false
  const purge = async (): Promise<void> => {
    while (!closing) {
      const [row] = await database.query<{ purged: number }>(PURGE, [ROWS])
      if (row?.purged !== ROWS) return
    }
  }
  const start = (): void => {
    purge().catch((error: Error) => {
      const reason = error instanceof DatabaseUnavailable ? error.cause : error
      app.log.warn({ err: reason }, 'quarantined signups not purged')
    })
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    timer = setInterval(start, HOUR).unref()
    start()
  })
  app.addHook('onClose', async () => {
    closing = true
    clearInterval(timer)
  })
}
