import { OwnerError } from '../../../../contract/owner-error.ts'
import {
  findApplied,
  migrate,
  migrationNames,
  missingMigrations,
  refuseEarlierModel,
} from '../../system/migrations.ts'
import { openSession, type Session } from '../../system/session.ts'
import type { Installation } from './context.ts'
import { note } from './output.ts'

/**
 * Runs work on a database with this version's tables, creating them if the database is empty. A database from an
 * earlier version is refused and left unchanged, because only the upgrade may migrate it.
 * @throws OwnerError if the database is from an earlier version
 */
export async function withDatabase<T>(
  ownerUrl: string,
  { migrateCommand }: Pick<Installation, 'migrateCommand'>,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await openSession(ownerUrl)
  try {
    const applied = await findApplied(session.query)
    refuseEarlierModel('This database', applied)
    const missing = missingMigrations(applied)
    if (applied.length === 0) {
      await migrate(ownerUrl)
    } else if (missing.length > 0) {
      throw new OwnerError(
        `The database is from an earlier version than this program and lacks the migrations ${missing.join(', ')}. ` +
          `Update it with \`${migrateCommand}\`, or use the program of that version.`,
      )
    } else if (applied.some((name) => !migrationNames.includes(name))) {
      note(
        'The database is from a later version, so this program cannot show all of it. ' +
          'Use the program of that version to see everything.',
      )
    }
    return await work(session)
  } finally {
    await session.close()
  }
}
