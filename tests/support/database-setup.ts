import type { TestProject } from 'vitest/node'
import { createDatabase, migrateForApi, TEMPLATE } from './database.ts'
import { startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all test files share, each with a database of its own. */
    postgresUrl: string
  }
}

/** Starts the database server once for the whole run and migrates a template on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  process.stdout.write(`Postgres of the tests: ${postgres.what}\n`)
  await migrateForApi(await createDatabase(postgres.url, TEMPLATE))
  project.provide('postgresUrl', postgres.url)
  return () => postgres.remove()
}
