import { environment, readConfig } from './config.ts'
import { migrate } from './migrations.ts'

// The one-shot process that brings the database up to date before the API starts.
try {
  const { databaseUrl } = readConfig(environment, { database: true })
  const applied = await migrate(databaseUrl)
  const outcome = applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`
  process.stdout.write(`Migrations: ${outcome}.\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
