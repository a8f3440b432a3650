import { buildApp } from '../api/src/http/app.ts'
import { runUntilStopped, say } from './lifecycle.ts'
import { openLocalDatabase, readLocalConfig } from './local-database.ts'
import { openLocalWorker } from './local-worker.ts'
import { checkPort } from './ports.ts'
import { makeMails } from './site/mails.ts'
import { serveSources } from './site/sources.ts'

// `npm run dev`: Vite serves the sources in web/ and forwards requests to the API.
await runUntilStopped(async (life) => {
  const settings = readLocalConfig()
  const { port, host } = settings
  await checkPort(settings)
  const { account, config, owner, place } = await openLocalDatabase(settings, life)

  const app = await buildApp(config)
  life.onStop(() => app.close())
  const api = await app.listen({ port: 0, host: '127.0.0.1' })

  const { url, stop } = await serveSources({ port, host, api })
  life.onStop(stop)
  const templates = await makeMails()
  const startWorker = await openLocalWorker({ app, owner, templates, account }, life)
  const mails = startWorker()

  say(`Site  ${url} (shows edits to web/ immediately; restart for edits to the API)`)
  say(`Data  ${place}\nMail  ${mails}\nStop  Ctrl-C`)
})
