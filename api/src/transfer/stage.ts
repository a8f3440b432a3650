import pg from 'pg'
import { OwnerError } from '../../../contract/owner-error.ts'
import type { Session } from '../database/session.ts'
import { migrationNames, readMigration } from '../schema/migrations.ts'
import { number } from '../text/format.ts'
import { type Batch, type Header, readBackup } from './backup-file.ts'
import { checkColumns } from './check-rows.ts'
import { listOf, quote, STAGING, type Table, tablesOf } from './tables.ts'

/** Classes of SQLSTATE that are about the content of a file: values, counts of rows, constraints. */
const REFUSED = ['21', '22', '23']

/**
 * Runs a statement with content of a file. The message of Postgres quotes values, so it is not shown.
 * @throws OwnerError when Postgres refuses the content
 */
export async function refusing<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const state = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
    if (!REFUSED.includes(state.slice(0, 2))) throw error
    throw new OwnerError(
      `${what} that the database refuses (SQLSTATE ${state}). Nothing was changed.`,
    )
  }
}

function checkMigrations({ migrations }: Header): void {
  if (migrations.every((name) => migrationNames.includes(name))) return
  throw new OwnerError(
    'This backup is of a later version. Restore it with a newer version of the program.',
  )
}

/**
 * Runs migrations that make or change the tables of the backup instead of those of the list. Afterwards a name
 * without a schema is one of the list, which would come second by default.
 */
async function migrateStaging(session: Session, names: readonly string[]): Promise<void> {
  await session.query(`SET LOCAL search_path = ${STAGING}`)
  for (const name of names) await session.query(readMigration(name))
  await session.query(`SET LOCAL search_path = public, ${STAGING}`)
}

/** A table that no migration makes is one of the owner. It is restored where it is present. */
async function addOwnTable(session: Session, name: string): Promise<Table | undefined> {
  const present = await tablesOf(session, 'public')
  if (!present.some((table) => table.name === name)) return undefined
  await session.query(
    `CREATE TEMPORARY TABLE ${quote(name)} (LIKE public.${quote(name)} INCLUDING ALL)`,
  )
  return (await tablesOf(session, STAGING)).find((table) => table.name === name)
}

const intoStaging = ({ name, columns }: Table): string => `
  INSERT INTO ${STAGING}.${quote(name)} (${listOf(columns)})
  SELECT ${listOf(columns)} FROM json_populate_recordset(NULL::${STAGING}.${quote(name)}, $1::json)`

/** Adds rows as a backup has them to a table of the staging. */
export async function loadRows(
  session: Session,
  table: Table,
  { rows, line }: Omit<Batch, 'table'>,
): Promise<void> {
  const last = line + rows.length - 1
  await refusing(`Lines ${number(line)} to ${number(last)} have a row of ${table.name}`, () =>
    session.query(intoStaging(table), [`[${rows.join()}]`]),
  )
}

/**
 * Loads a backup into temporary tables, which migrations make as they were at the time of the backup and then
 * bring up to date. So any older backup is read by the migrations themselves. Needs a transaction.
 */
export async function stage(
  session: Session,
  input: AsyncIterable<Buffer>,
  onProgress: (rows: number) => void,
) {
  let migrations: readonly string[] = []
  let tables = new Map<string, Table>()
  /** The names of tables that no migration makes. */
  const own = new Set<string>()
  let rows = 0
  const isDone = (name: string): boolean => migrations.includes(name)
  const counts = await readBackup(input, {
    async begin(header) {
      checkMigrations(header)
      migrations = header.migrations
      await migrateStaging(session, migrationNames.filter(isDone))
      const made = await tablesOf(session, STAGING)
      await session.query(`TRUNCATE ${made.map(({ name }) => `${STAGING}.${quote(name)}`).join()}`)
      tables = new Map(made.map((table) => [table.name, table]))
    },
    async load(batch) {
      const table = tables.get(batch.table) ?? (await addOwnTable(session, batch.table))
      if (table === undefined) {
        throw new OwnerError(
          `Line ${number(batch.line)} is of a table that is not known here. Nothing was changed.`,
        )
      }
      if (!tables.has(batch.table)) own.add(batch.table)
      tables.set(batch.table, table)
      checkColumns(table, batch)
      await loadRows(session, table, batch)
      rows += batch.rows.length
      onProgress(rows)
    },
  })
  await migrateStaging(
    session,
    migrationNames.filter((name) => !isDone(name)),
  )
  const staged = await tablesOf(session, STAGING)
  for (const { name } of staged) await session.query(`ANALYZE ${STAGING}.${quote(name)}`)
  return { counts, tables: staged, own }
}

/** Deletes what was staged, which would hide the tables of the list from the next transaction. */
export async function dropStaging(session: Session, tables: readonly Table[]): Promise<void> {
  await session.query(
    `DROP TABLE ${tables.map(({ name }) => `${STAGING}.${quote(name)}`).join()} CASCADE`,
  )
}
