import { buildApp } from '../src/app.ts'
import { environment } from '../src/config.ts'
import { openLocalDatabase } from './database.ts'
import { runUntilStopped } from './lifecycle.ts'
import { checkPort, localUrl } from './ports.ts'
import { say } from './say.ts'
import { localConfig } from './settings.ts'
import { site } from './site/site.ts'
import { ensureBuilt } from './site-build.ts'

// `npm start`: the built site and the API on one port, with a Postgres of their own.
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

  const app = await buildApp(
    { ...config, logLevel: config.logLevel ?? 'warn' },
    { site: site(siteDir) },
  )
  life.onStop(() => app.close())
  await app.listen({ port, host })

  say(`Site  ${localUrl(host, port)}`)
  say(`Data  ${place}`)
  say('Stop  Ctrl-C')
})
