import pg from 'pg'
import { explain } from './system/explain.ts'
import { migrate } from './system/migrations.ts'
import { environment, readConfig } from './system/settings.ts'

/** Messages in these SQLSTATE classes can quote a value, such as a person's name. */
const QUOTES_VALUES = /^(?:22|23|P0)/

function reasonOf(error: unknown): string {
  if (error instanceof pg.DatabaseError && QUOTES_VALUES.test(error.code ?? '')) {
    const { code, table, constraint } = error
    return `A migration does not fit the rows: ${JSON.stringify({ code, table, constraint })}`
  }
  if (!(error instanceof Error)) return String(error)
  if (/permission denied/.test(error.message)) return explain(error)
  // The runner appends the stack to its message.
  return error.message.split('\n    at ')[0] ?? ''
}

try {
  const { ownerUrl, apiPassFile } = readConfig(environment)
  if (ownerUrl === undefined)
    throw new Error('DATABASE_URL: expected the URL of a Postgres database')
  const applied = await migrate(ownerUrl, apiPassFile)
  const outcome = applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`
  process.stdout.write(`Migrations: ${outcome}.\n`)
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
