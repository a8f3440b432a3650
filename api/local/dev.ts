import { createServer } from 'vite'
import { API_PREFIX } from '../src/api.ts'
import { buildApp } from '../src/app.ts'
import { openLocalDatabase } from './database.ts'
import { runUntilStopped } from './lifecycle.ts'
import { checkPort, localUrl } from './ports.ts'
import { WEB_DIR } from './repository.ts'
import { say } from './say.ts'
import { localConfig } from './settings.ts'

// `npm run dev`: Vite serves web/ as it is written; the API and its Postgres stand behind it.
await runUntilStopped(async (life) => {
  const settings = localConfig()
  const { port, host } = settings
  await checkPort(port, host)
  const { config, place } = await openLocalDatabase(settings, life)

  const app = await buildApp(config)
  life.onStop(() => app.close())
  const api = await app.listen({ port: 0, host: '127.0.0.1' })

  // Vike takes the folder that it is started in for the project's
  process.chdir(WEB_DIR)
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({
    root: WEB_DIR,
    server: { port, host, strictPort: true, proxy: { [API_PREFIX]: api } },
  })
  // Vite's own listener would end the process while Postgres still runs
  for (const listener of process.listeners('SIGTERM')) {
    if (!ours.includes(listener)) process.off('SIGTERM', listener)
  }
  life.onStop(() => vite.close())
  await vite.listen()

  say(`Site  ${localUrl(host, port)} (changes in web/ show at once; restart for the API's)`)
  say(`Data  ${place}`)
  say('Stop  Ctrl-C')
})
