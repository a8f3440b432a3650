import { watchFile } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '../api/src/http/app.ts'
import { readSitePages } from '../api/src/http/pages.ts'
import { readTemplates } from '../letters/templates.ts'
import { dropRoot } from './account.ts'
import { complain, runUntilStopped, say } from './lifecycle.ts'
import { openLocalDatabase, readLocalConfig } from './local-database.ts'
import { openLocalWorker } from './local-worker.ts'
import { checkPort } from './ports.ts'
import { findReadableSite } from './readable-site.ts'
import { fillSample, isSampleOfNpm, SAMPLE_NOTE } from './sample.ts'
import { ensureBuilt } from './site/build.ts'
import { site } from './site/serve.ts'

// `npm start` serves the built site and the API on one port, with a local Postgres. `--sample` uses invented people.
await runUntilStopped(async (life) => {
  const { sample = isSampleOfNpm(process.env) } = parseArgs({
    options: { sample: { type: 'boolean' } },
  }).values
  const settings = readLocalConfig(sample)
  await checkPort(settings)
  const onBuild = () => say('Building the site …')
  const siteDir = await ensureBuilt({ signal: life.signal, onBuild })
  life.signal.throwIfAborted()
  watchFile(join(siteDir, 'site.json'), { persistent: false, interval: 1_000 }, ({ mtimeMs }) => {
    // The time is 0 during a build, or if the account that `dropRoot` chose cannot read the folder.
    if (mtimeMs === 0) return
    complain('The site was rebuilt. Restart npm start, which still serves the previous build.')
  })
  const { account, config, owner, place } = await openLocalDatabase(settings, life)
  if (sample) await fillSample(owner.ownerUrl)

  const logLevel = config.logLevel ?? 'warn'
  const readableDir = await findReadableSite(siteDir, { account, dataDir: owner.dataDir })
  const app = await buildApp(
    { ...config, logLevel },
    {
      site: site(readableDir),
      pages: readSitePages(join(siteDir, 'pages.json')),
    },
  )
  life.onStop(() => app.close())
  const templates = readTemplates(join(siteDir, 'mails.json'))
  const startWorker = await openLocalWorker({ app, owner, templates, account }, life)
  const address = await app.listen({ port: config.port, host: config.host })
  // Root is no longer needed: all files are open, and so is the port, which may be below 1024.
  dropRoot(account)
  const url = address.replace(/127\.0\.0\.1|\[::\]/, 'localhost')
  const mails = startWorker()

  say(`Site  ${url}\nData  ${place}\nMail  ${mails}${sample ? SAMPLE_NOTE : ''}\nStop  Ctrl-C`)
})
