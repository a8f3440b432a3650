import { resolve } from 'node:path'
import { explain } from '../src/cli/explain.ts'
import { runProgram } from '../src/cli/program.ts'
import { environment, readOwnerConfig } from '../src/config.ts'
import { usePostgres } from './postgres.ts'
import { SITE_DIR } from './repository.ts'
import { complain } from './say.ts'
import { localConfig, ownPostgresOptions } from './settings.ts'

// `npm run -s waitlist -- COMMAND`: the operator's program on the database of DATABASE_URL, or on
// that of `npm start`, whether or not the site is running.
let postgres: Awaited<ReturnType<typeof usePostgres>> | undefined
try {
  const { dataDir } = localConfig()
  const { ownerUrl, samplesFile } = readOwnerConfig(environment)
  const own = async () => {
    postgres ??= await usePostgres(ownPostgresOptions({ dataDir }))
    return postgres.url
  }
  const url = async () => ownerUrl ?? (await own())
  await runProgram(process.argv.slice(2), {
    name: 'npm run -s waitlist --',
    ownerUrl: url,
    samplesFile: samplesFile ?? resolve(SITE_DIR, 'nginx/samples.json'),
    diskPath: ownerUrl === undefined ? resolve(dataDir ?? '.') : undefined,
    migrateCommand: 'npm run migrate',
  })
} catch (error) {
  complain(explain(error))
  process.exitCode = 2
} finally {
  await postgres?.stop()
}
