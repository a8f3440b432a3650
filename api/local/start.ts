import { join } from 'node:path'
import { ensureBuilt } from '../../web/serve/build.ts'
import { site } from '../../web/serve/site.ts'
import { buildApp } from '../src/app.ts'
import { readTemplates } from '../src/mail/templates.ts'
import { runUntilStopped, say } from './lifecycle.ts'
import { openLocalDatabase, readLocalConfig } from './local-database.ts'
import { startLocalWorker } from './local-worker.ts'
import { checkPort } from './ports.ts'

// `npm start`: the built site and the API on one port, with their own Postgres.
await runUntilStopped(async (life) => {
  const settings = readLocalConfig()
  await checkPort(settings)
  const onBuild = () => say('Building the site …')
  const siteDir = await ensureBuilt({ signal: life.signal, onBuild })
  life.signal.throwIfAborted()
  const { config, owner, place } = await openLocalDatabase(settings, life)

  const logLevel = config.logLevel ?? 'warn'
  const app = await buildApp({ ...config, logLevel }, { site: site(siteDir) })
  life.onStop(() => app.close())
  const address = await app.listen({ port: config.port, host: config.host })
  const url = address.replace('127.0.0.1', 'localhost')
  const templates = readTemplates(join(siteDir, 'mails.json'))
  const mails = await startLocalWorker({ app, owner, url, templates }, life)

  say(`Site  ${url}\nData  ${place}\nMail  ${mails}\nStop  Ctrl-C`)
})
