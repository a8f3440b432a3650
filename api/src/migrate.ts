import pg from 'pg'
import { environment, readConfig } from './config.ts'
import { migrate } from './migrations.ts'

/** Postgres quotes the value that it stumbles over, which may be somebody's name. */
const QUOTES_VALUES = /^(?:22|23|P0)/

function reasonOf(error: unknown): string {
  if (error instanceof pg.DatabaseError && QUOTES_VALUES.test(error.code ?? '')) {
    const { code, table, constraint } = error
    return `Rows do not fit a migration: ${JSON.stringify({ code, table, constraint })}`
  }
  return error instanceof Error ? error.message : String(error)
}

// The one-shot process that brings the database up to date before the API starts.
try {
  const { databaseUrl } = readConfig(environment, { database: true })
  const applied = await migrate(databaseUrl)
  const outcome = applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`
  process.stdout.write(`Migrations: ${outcome}.\n`)
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
