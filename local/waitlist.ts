import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runProgram } from '../api/src/owner/cli/program.ts'
import { explain } from '../api/src/system/explain.ts'
import { environment, readConfig } from '../api/src/system/settings.ts'
import { UsageError } from '../contract/owner-error.ts'
import { complain } from './lifecycle.ts'
import { findLocalData, readLocalConfig, startLocalPostgres } from './local-database.ts'
import { writeRedirect } from './redirect.ts'
import { isSampleOfNpm } from './sample.ts'
import { SITE_DIR } from './site/build.ts'

// `npm run -s waitlist -- COMMAND` runs the owner's program on the database of DATABASE_URL, or on the database of `npm
// start`, whether or not the site is running. With `--sample` before the command, it uses the list of invented people.
const args = process.argv.slice(2)
const [first, ...rest] = args
const sample = first === '--sample'
const startCommand = sample ? 'npm start -- --sample' : 'npm start'
let postgres: ReturnType<typeof startLocalPostgres> | undefined
/** True if the last use of the database found a running site. */
let isSiteRunning = false
let released: Promise<unknown> = Promise.resolve()
let page: string | undefined

/** Stops Postgres if this program started it. The next use waits until it has stopped. */
function releaseDatabase(): Promise<unknown> {
  const running = postgres
  postgres = undefined
  isSiteRunning = false
  // A server that failed to start need not be stopped, and one that failed to stop can be used again.
  const server = released.catch(() => {}).then(() => running?.catch(() => undefined))
  released = server.then((started) => started?.stop())
  return released
}

/**
 * Starts Postgres at most once. A running site's Postgres is looked up for each use, because the site may restart while
 * a board is open.
 */
async function useDatabase() {
  postgres ??= startLocalPostgres({ share: isSiteRunning ? 'only' : true })
  const found = postgres
  const { isShared } = await found.catch(() => ({ isShared: isSiteRunning }))
  isSiteRunning = isShared
  if (isShared && postgres === found) postgres = undefined
  return found
}

try {
  if (isSampleOfNpm(process.env)) {
    throw new UsageError(
      'npm consumes options before --. Run: npm run -s waitlist -- --sample stats',
    )
  }
  readLocalConfig(sample)
  const { ownerUrl, ...config } = readConfig(environment)
  await runProgram(sample ? rest : args, {
    ...config,
    sample,
    name: `npm run -s waitlist --${sample ? ' --sample' : ''}`,
    ownerUrl: async () => {
      if (ownerUrl !== undefined) return ownerUrl
      await released.catch(() => {})
      return (await useDatabase()).url
    },
    releaseDatabase,
    samplesFile: config.samplesFile ?? resolve(SITE_DIR, 'samples.json'),
    mailsFile: config.mailsFile ?? resolve(SITE_DIR, 'mails.json'),
    mailFile: (file) => file,
    findDataDir: async () => (await findLocalData()).dataDir,
    diskPath: ownerUrl === undefined ? config.dataDir : undefined,
    migrateCommand: ownerUrl === undefined ? startCommand : 'npm run migrate',
    startCommand,
    openPage: async (url) => {
      page = await writeRedirect(url, config.dataDir)
      await (await import('open')).default(page)
    },
  })
} catch (error) {
  complain(explain(error))
  process.exitCode = 2
} finally {
  if (page !== undefined) await rm(page, { force: true })
  await releaseDatabase()
}
