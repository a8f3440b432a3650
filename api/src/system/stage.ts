import pg from 'pg'
import { OwnerError } from '../../../contract/owner-error.ts'
import { readBackup } from './backup-file.ts'
import { migrationNames, readMigration, refuseEarlierModel } from './migrations.ts'
import type { Session } from './session.ts'
import { listOf, quote, STAGING, type Table, tablesOf } from './tables.ts'
import { CLOCK_TOLERANCE_MS } from './time.ts'

/** Errors in these SQLSTATE classes concern a file's content: values, row counts, constraints. */
const REFUSED = ['21', '22', '23']

function checkMigrations(migrations: readonly string[]): void {
  refuseEarlierModel('This backup', migrations)
  if (migrations.every((name) => migrationNames.includes(name))) return
  throw new OwnerError(
    'This backup is from a later version. Restore it with a newer version of the program.',
  )
}

/**
 * Runs migrations on the backup's tables instead of the list's. Afterwards, a name without a schema means the list's
 * table again, whereas by default, Postgres would look among the temporary tables first.
 */
async function migrateStaging(session: Session, names: readonly string[]): Promise<void> {
  await session.query(`SET LOCAL search_path = ${STAGING}`)
  for (const name of names) await session.query(readMigration(name))
  await session.query(`SET LOCAL search_path = public, ${STAGING}`)
}

/** Stages a table that the owner created, rather than a migration. It is restored if this database has it. */
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

/**
 * Loads a backup's rows into a staging table.
 * @throws OwnerError without Postgres's message, which quotes values
 */
export async function loadRows(
  session: Session,
  table: Table,
  rows: readonly string[],
): Promise<void> {
  try {
    await session.query(intoStaging(table), [`[${rows.join()}]`])
  } catch (error) {
    const state = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
    if (!REFUSED.includes(state.slice(0, 2))) throw error
    throw new OwnerError(
      `The backup contains a row of ${table.name} that the database refuses (SQLSTATE ${state}). Nothing was changed.`,
    )
  }
}

/**
 * Refuses a backup with times in the future, because they would override every later change or suppress a person
 * forever. Scheduled times are exempt.
 */
async function checkTimes(session: Session, { name, columns }: Table): Promise<void> {
  const times = columns.filter(
    ({ name, type }) => /^(timestamp|date)/.test(type) && name !== 'due_at',
  )
  if (times.length === 0) return
  const isLate = await session.value<boolean>(
    `SELECT EXISTS (
       SELECT FROM ${STAGING}.${quote(name)} WHERE greatest(${listOf(times)}) > now() + $1 * interval '1 ms'
     )`,
    [CLOCK_TOLERANCE_MS],
  )
  if (!isLate) return
  throw new OwnerError(
    `The backup contains a row of ${name} with a time in the future. Nothing was changed. Check the clock of this machine.`,
  )
}

/**
 * Loads a backup into temporary tables. The migrations first create them as they were when the backup was made, and
 * then update them, so any older backup can be read. Needs a transaction.
 */
export async function stage(session: Session, text: AsyncIterable<string>) {
  let isDone = (_migration: string): boolean => false
  const tables = new Map<string, Table | undefined>()
  const own: string[] = []
  const counts = await readBackup(text, {
    async begin(migrations) {
      checkMigrations(migrations)
      isDone = (name) => migrations.includes(name)
      await migrateStaging(session, migrationNames.filter(isDone))
      const made = await tablesOf(session, STAGING)
      await session.query(`TRUNCATE ${made.map(({ name }) => `${STAGING}.${quote(name)}`).join()}`)
      for (const table of made) tables.set(table.name, table)
    },
    async load(batch) {
      if (!tables.has(batch.table)) {
        own.push(batch.table)
        tables.set(batch.table, await addOwnTable(session, batch.table))
      }
      const table = tables.get(batch.table)
      if (table) await loadRows(session, table, batch.rows)
    },
  })
  await migrateStaging(
    session,
    migrationNames.filter((name) => !isDone(name)),
  )
  const staged = await tablesOf(session, STAGING)
  for (const table of staged) {
    await session.query(`ANALYZE ${STAGING}.${quote(table.name)}`)
    if (!own.includes(table.name)) await checkTimes(session, table)
  }
  return { counts, tables: staged, skipped: own.filter((name) => tables.get(name) === undefined) }
}
