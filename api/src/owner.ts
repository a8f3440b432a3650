import { UsageError } from '../../contract/owner-error.ts'
import { note } from './owner/cli/output.ts'
import { runProgram } from './owner/cli/program.ts'
import { explain } from './system/explain.ts'
import { environment, readConfig } from './system/settings.ts'

/** A Unix socket's folder is on the database's disk. A remote server's disk is not visible. */
const socketFolder = (url: string): string | undefined =>
  new URL(url).searchParams.get('host')?.match(/^\/.*/)?.[0]

// The owner's program in the API's image: `./waitlist` runs it under Compose.
try {
  const { ownerUrl, ...config } = readConfig(environment)
  await runProgram(process.argv.slice(2), {
    ...config,
    name: './waitlist',
    async ownerUrl() {
      if (ownerUrl !== undefined) return ownerUrl
      throw new UsageError('DATABASE_URL: expected the URL of a Postgres database')
    },
    mailFile: (file) => `docker compose cp worker:${file} .`,
    findDataDir: async () => config.dataDir,
    diskPath: ownerUrl === undefined ? undefined : socketFolder(ownerUrl),
    migrateCommand: './waitlist upgrade',
    startCommand: 'docker compose up --detach --wait',
  })
} catch (error) {
  note(explain(error))
  process.exitCode = 2
}
