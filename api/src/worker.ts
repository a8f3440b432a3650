import { once } from 'node:events'
import pino from 'pino'
import { suppressionsFile } from './list/suppressions/file.ts'
import { openPost } from './mail/transport/post.ts'
import { output, serializers } from './system/logging.ts'
import { environment, readConfig } from './system/settings.ts'
import { startWorker } from './worker/start-worker.ts'

/** Runs the worker, which sends emails and webhooks and deletes old data. */
async function work(): Promise<void> {
  const config = readConfig(environment)
  const { logLevel = 'info', ownerUrl } = config
  if (ownerUrl === undefined)
    throw new Error('DATABASE_URL: expected the URL of a Postgres database')
  const log = pino({ level: logLevel, serializers }, output())
  const post = await openPost(config)
  const worker = startWorker({
    ...post,
    ownerUrl,
    suppressionsFile: suppressionsFile(config.dataDir),
    log,
  })
  log.info({ mails: post.transport.place }, 'the worker has started')

  const [signal] = await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  log.info({ signal }, 'closing')
  await worker.stop()
  process.exit(0)
}

work().catch((error: Error) => {
  process.stderr.write(`The worker cannot start: ${error.message}\n`)
  process.exit(1)
})
