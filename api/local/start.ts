import { ensureBuilt } from '../../web/serve/build.ts'
import { site } from '../../web/serve/site.ts'
import { buildApp } from '../src/app.ts'
import { runUntilStopped, say } from './lifecycle.ts'
import { openLocalDatabase, readLocalConfig } from './local-database.ts'
import { checkPort } from './ports.ts'

// `npm start`: the built site and the API on one port, with their own Postgres.
await runUntilStopped(async (life) => {
  const settings = readLocalConfig()
  await checkPort(settings)
  const onBuild = () => say('Building the site …')
  const siteDir = await ensureBuilt({ signal: life.signal, onBuild })
  life.signal.throwIfAborted()
  const { config, place } = await openLocalDatabase(settings, life)

  const logLevel = config.logLevel ?? 'warn'
  const app = await buildApp({ ...config, logLevel }, { site: site(siteDir) })
  life.onStop(() => app.close())
  const url = await app.listen({ port: config.port, host: config.host })

  say(`Site  ${url.replace('127.0.0.1', 'localhost')}\nData  ${place}\nStop  Ctrl-C`)
})
