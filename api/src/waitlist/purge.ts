import type { FastifyInstance } from 'fastify'
import type { Database } from '../db.ts'

/** What the trap has caught is kept this long, for an operator to restore. */
const PURGE = `DELETE FROM trapped_signups WHERE created_at < now() - interval '30 days'`

/** In milliseconds. */
const HOUR = 3_600_000

/** Deletes old trapped signups when the app starts and every hour. Replicas may do it at once. */
export function purgeTrapped(app: FastifyInstance, database: Database): void {
  const purge = (): void => {
    database
      .query(PURGE)
      .catch((error: Error) =>
        app.log.warn({ err: error.cause ?? error }, 'trapped signups not purged'),
      )
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    timer = setInterval(purge, HOUR).unref()
    purge()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
