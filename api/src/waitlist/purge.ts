import type { FastifyInstance } from 'fastify'
import { type Database, DatabaseAway } from '../db.ts'

/** What the trap has caught is kept this long, for an operator to restore. */
export const KEPT_DAYS = 30

/** Rows of one statement: however many a bot has left, each ends long before its limit. */
const ROWS = 5_000

const PURGE = {
  name: 'purge-trapped-signups',
  text: `
    DELETE FROM trapped_signups WHERE id IN (
      SELECT id FROM trapped_signups
      WHERE created_at < now() - make_interval(days => $1)
      ORDER BY created_at
      LIMIT ${ROWS}
      FOR UPDATE SKIP LOCKED
    )`,
}

/** In milliseconds. */
const HOUR = 3_600_000

/**
 * Deletes old trapped signups when the app starts and every hour. Replicas may do it at once:
 * they skip each other's rows.
 */
export function purgeTrapped(app: FastifyInstance, database: Database): void {
  let closing = false
  const purge = async (): Promise<void> => {
    while (!closing && (await database.execute(PURGE, [KEPT_DAYS])) === ROWS);
  }
  const start = (): void => {
    purge().catch((error: Error) => {
      const reason = error instanceof DatabaseAway ? error.cause : error
      app.log.warn({ err: reason }, 'trapped signups not purged')
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
