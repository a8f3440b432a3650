import { buildApp } from './http/app.ts'
import { readSitePages } from './http/pages.ts'
import { WAITING_LIMIT } from './list/inbox/batcher.ts'
import { output } from './system/logging.ts'
import { CLOSE_LIMIT_MS } from './system/server.ts'
import { ConfigError, environment, readConfig } from './system/settings.ts'

/** Starts without waiting for the database, and stops on a signal. */
async function serve(): Promise<void> {
  const config = readConfig(environment, { database: true })
  const app = await buildApp(config, {
    pages: readSitePages(config.pagesFile),
    logStream: output(),
  })

  const stop = (signal: NodeJS.Signals): void => {
    app.log.info({ signal }, 'closing')
    setTimeout(() => process.exit(1), CLOSE_LIMIT_MS).unref()
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)

  const { host, port } = config
  // The backlog has room for one connection per signup that may be waiting.
  await app.listen({ host, port, backlog: WAITING_LIMIT })
}

serve().catch((error: Error) => {
  const text =
    error instanceof ConfigError ? error.message : `The API cannot start: ${error.message}`
  process.stderr.write(`${text}\n`)
  process.exit(1)
})
