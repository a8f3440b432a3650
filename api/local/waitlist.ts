import { resolve } from 'node:path'
import { explain } from '../src/cli/explain.ts'
import { runProgram } from '../src/cli/program.ts'
import { environment, readOwnerConfig } from '../src/config.ts'
import { complain } from './lifecycle.ts'
import { localConfig } from './local-database.ts'
import { type LocalPostgres, startPostgres } from './postgres.ts'
import { SITE_DIR } from './repository.ts'

// `npm run -s waitlist -- COMMAND`: the operator's program on the database of DATABASE_URL, or on
// the one of `npm start`, whether or not the site is running.
let postgres: LocalPostgres | undefined
try {
  const { postgres: options } = localConfig()
  const { ownerUrl, samplesFile } = readOwnerConfig(environment)
  await runProgram(process.argv.slice(2), {
    name: 'npm run -s waitlist --',
    ownerUrl: async () => {
      if (ownerUrl !== undefined) return ownerUrl
      postgres ??= await startPostgres({ ...options, share: true })
      return postgres.url
    },
    samplesFile: samplesFile ?? resolve(SITE_DIR, 'nginx/samples.json'),
    diskPath: ownerUrl === undefined ? resolve(environment['DATA_DIR']?.trim() || '.') : undefined,
    migrateCommand: 'npm run migrate',
  })
} catch (error) {
  complain(explain(error))
  process.exitCode = 2
} finally {
  await postgres?.stop()
}
