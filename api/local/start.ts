import { site } from '../../web/serve/site.ts'
import { buildApp } from '../src/app.ts'
import { environment } from '../src/config.ts'
import { runUntilStopped, say } from './lifecycle.ts'
import { localConfig, openLocalDatabase } from './local-database.ts'
import { checkPort, localUrl } from './ports.ts'
import { ensureBuilt } from './site-build.ts'

// `npm start`: the built site and the API on one port, with their own Postgres.
await runUntilStopped(async (life) => {
  const settings = localConfig()
  const { port, host } = settings
  await checkPort(port, host)
  const siteDir = await ensureBuilt({
    env: environment,
    signal: life.signal,
    onBuild: () => say('Building the site …'),
  })
  life.signal.throwIfAborted()
  const { config, place } = await openLocalDatabase(settings, life)

  const logLevel = config.logLevel ?? 'warn'
  const app = await buildApp({ ...config, logLevel }, { site: site(siteDir) })
  life.onStop(() => app.close())
  await app.listen({ port, host })

  say(`Site  ${localUrl(host, port)}\nData  ${place}\nStop  Ctrl-C`)
})
