import { resolve } from 'node:path'
import { SITE_DIR } from '../../web/serve/build.ts'
import { explain } from '../src/cli/explain.ts'
import { runProgram } from '../src/cli/program.ts'
import { environment, readOwnerConfig } from '../src/config.ts'
import { complain } from './lifecycle.ts'
import { readLocalConfig, startLocalPostgres } from './local-database.ts'

// `npm run -s waitlist -- COMMAND`: the operator's program on the database of DATABASE_URL, or on
// the one of `npm start`, whether or not the site is running.
let postgres: Awaited<ReturnType<typeof startLocalPostgres>> | undefined
try {
  readLocalConfig()
  const { ownerUrl, samplesFile, mailsFile } = readOwnerConfig(environment)
  await runProgram(process.argv.slice(2), {
    name: 'npm run -s waitlist --',
    ownerUrl: async () => {
      if (ownerUrl !== undefined) return ownerUrl
      postgres ??= await startLocalPostgres({ share: true })
      return postgres.url
    },
    samplesFile: samplesFile ?? resolve(SITE_DIR, 'nginx/samples.json'),
    mailsFile: mailsFile ?? resolve(SITE_DIR, 'mails.json'),
    openPage: async (url) => (await import('open')).default(url),
    diskPath: ownerUrl === undefined ? resolve(environment['DATA_DIR']?.trim() || '.') : undefined,
    migrateCommand: 'npm run migrate',
  })
} catch (error) {
  complain(explain(error))
  process.exitCode = 2
} finally {
  await postgres?.stop()
}
