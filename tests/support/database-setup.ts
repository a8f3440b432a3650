import type { TestProject } from 'vitest/node'
import { createDatabase, migrateForApi, TEMPLATE } from './database.ts'
import { startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database server that the files of a project share. */
    postgresUrl: string
  }
}

/** Starts one database server for a project and migrates a template database on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  process.stdout.write(`Postgres of the tests: ${postgres.what}\n`)
  await migrateForApi(await createDatabase(postgres.url, TEMPLATE))
  project.provide('postgresUrl', postgres.url)
  return () => postgres.remove()
}
