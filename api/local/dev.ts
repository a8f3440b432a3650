import { createServer } from 'vite'
import { API_PREFIX } from '../src/api.ts'
import { buildApp } from '../src/app.ts'
import { runUntilStopped, say } from './lifecycle.ts'
import { localConfig, openLocalDatabase } from './local-database.ts'
import { checkPort, localUrl } from './ports.ts'
import { WEB_DIR } from './repository.ts'

// `npm run dev`: Vite serves the sources in web/, and hands calls of the API on.
await runUntilStopped(async (life) => {
  const settings = localConfig()
  const { port, host } = settings
  await checkPort(port, host)
  const { config, place } = await openLocalDatabase(settings, life)

  const app = await buildApp(config)
  life.onStop(() => app.close())
  const api = await app.listen({ port: 0, host: '127.0.0.1' })

  // Vike takes the working directory for the project.
  process.chdir(WEB_DIR)
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({
    root: WEB_DIR,
    server: { port, host, strictPort: true, proxy: { [API_PREFIX]: api } },
  })
  // Vite's own listener would end the process before Postgres has stopped.
  const added = process.listeners('SIGTERM').filter((listener) => !ours.includes(listener))
  for (const listener of added) process.off('SIGTERM', listener)
  life.onStop(() => vite.close())
  await vite.listen()

  say(`Site  ${localUrl(host, port)} (shows changes of web/ at once; restart it for the API's)`)
  say(`Data  ${place}\nStop  Ctrl-C`)
})
