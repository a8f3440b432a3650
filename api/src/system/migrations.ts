import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { OwnerError } from '../../../contract/owner-error.ts'
import { ensureApiRole, grantApi } from './roles.ts'

const TABLE = 'pgmigrations'

const LOCK = 7_303_014_152

/** How long a migration may wait for a table. Signups queue behind it. */
const LOCK_TIMEOUT = '2s'
const LOCK_NOT_AVAILABLE = '55P03'
const ATTEMPTS = 5

const folder = resolve(import.meta.dirname, '../../../migrations')

const read = (file: string): string => readFileSync(join(folder, file), 'utf8')

/**
 * The files with functions and views, which each migration run replaces. To remove a function, write a migration that
 * drops it.
 */
const functionFiles = globSync('functions/*.sql', { cwd: folder }).toSorted()

/** The names of all migrations in order, as the runner records them. */
export const migrationNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace(/\.sql$/, ''))
  .sort()

/** Returns a migration's statements. Migrations cannot be undone. */
export const readMigration = (name: string): string => read(`${name}.sql`)

export const APPLIED_MIGRATIONS = `SELECT name FROM ${TABLE}`

type Query = (sql: string) => Promise<readonly { readonly name: string }[]>

/** Returns the names of the applied migrations: none for an empty database. */
export async function findApplied(query: Query): Promise<string[]> {
  const tables = await query(
    `SELECT relname AS name FROM pg_class WHERE oid = to_regclass('${TABLE}')`,
  )
  const rows = tables.length > 0 ? await query(APPLIED_MIGRATIONS) : []
  return rows.map(({ name }) => name)
}

/** Returns the migrations that a database lacks. */
export const missingMigrations = (applied: readonly string[]): string[] =>
  migrationNames.filter((name) => !applied.includes(name))

/** The first migration in versions before 1.0.0. Later versions don't have a migration of this name. */
const BEFORE_1 = '0001_waitlist'

/** Tells from its migrations whether a database or a backup is from a version before 1.0.0. */
export const isEarlierModel = (migrations: readonly string[]): boolean =>
  migrations.includes(BEFORE_1)

export const BRING_ALONG =
  'Export its people with the version that wrote it, and import them into an empty database with this version: ' +
  'docs/upgrade.md, “From a version before 1.0.0”.'

/** @throws OwnerError for a database or a backup from a version before 1.0.0, whose tables had other names */
export function refuseEarlierModel(what: string, migrations: readonly string[]): void {
  if (!isEarlierModel(migrations)) return
  throw new OwnerError(
    `${what} is from a version before 1.0.0, which this version does not read. Nothing was changed. ${BRING_ALONG}`,
  )
}

/** The oldest major version of Postgres that runs every statement. */
const OLDEST = 15

/** @throws OwnerError for a version of Postgres that lacks what our statements need */
export function refuseOldServer(version: number): void {
  if (version >= OLDEST * 10_000) return
  throw new OwnerError(
    `This is Postgres ${Math.floor(version / 10_000)}. Use version ${OLDEST} or later.`,
  )
}

/**
 * Runs everything in one transaction, under one lock. The runner's BEGIN has no effect within it, but the runner's
 * COMMIT ends it.
 */
async function applyMigrations(client: pg.Client): Promise<string[]> {
  await begin(client)
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
  refuseOldServer(Number(rows[0]?.server_version_num))
  const applied = await findApplied(async (sql) => (await client.query(sql)).rows)
  refuseEarlierModel('This database', applied)
  const added = await runner({
    dbClient: client,
    dir: folder,
    direction: 'up',
    migrationsTable: TABLE,
    singleTransaction: true,
    noLock: true,
    log: () => {},
  })
  await client.query('COMMIT')
  return added.map(({ name }) => name)
}

async function begin(client: pg.Client): Promise<void> {
  await client.query('BEGIN')
  await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`)
  await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
}

/** Updates functions, views and the API's role, all of which are derived from the code. */
async function applyDerived(client: pg.Client, apiPassFile?: string): Promise<void> {
  await begin(client)
  if (apiPassFile !== undefined) await ensureApiRole(client, apiPassFile)
  await client.query(functionFiles.map(read).join('\n'))
  await grantApi(client)
  await client.query('COMMIT')
}

/** Retries a transaction that waited too long for a lock. */
async function retry<T>(
  client: pg.Client,
  work: () => Promise<T>,
  attempts = ATTEMPTS,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // If the connection is lost, the server has rolled the transaction back.
    await client.query('ROLLBACK').catch(() => {})
    if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE || attempts <= 1) throw error
    await sleep(1_000)
    return retry(client, work, attempts - 1)
  }
}

/**
 * Applies all missing migrations or none. A concurrent run waits for the first.
 * @param ownerUrl the connection URL of the role that owns the tables
 * @param apiPassFile the file for the API role's password; if undefined, no role is created
 * @returns the names of the applied migrations
 * @throws Error when the database cannot be reached within 10 s or a statement fails
 */
export async function migrate(ownerUrl: string, apiPassFile?: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'waitlist-migrate',
  })
  await client.connect()
  try {
    const applied = await retry(client, () => applyMigrations(client))
    await retry(client, () => applyDerived(client, apiPassFile))
    return applied
  } finally {
    await client.end()
  }
}
