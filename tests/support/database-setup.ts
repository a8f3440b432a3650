import { createDatabase, migrateForApi, TEMPLATE } from './database.ts'
import { startTestPostgres } from './postgres.ts'

/** A global setup: starts one database server and migrates a template database on it. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  process.stdout.write(`Postgres of the tests: ${postgres.what}\n`)
  await migrateForApi(await createDatabase(postgres.url, TEMPLATE))
  process.env['TEST_POSTGRES_URL'] = postgres.url
  return () => postgres.remove()
}
