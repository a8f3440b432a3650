import { APPLIED_MIGRATIONS, migrate, missingMigrations } from '../database/migrations.ts'
import { openSession, type Session } from '../database/session.ts'

/** The migrations that a database lacks: all of them when it is empty. */
export async function findMissing(session: Session): Promise<string[]> {
  return missingMigrations(
    await session.query<{ name: string }>(APPLIED_MIGRATIONS).catch(() => []),
  )
}

export async function withDatabase<T>(
  ownerUrl: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await openSession(ownerUrl)
  try {
    if ((await findMissing(session)).length > 0) await migrate(ownerUrl)
    return await work(session)
  } finally {
    await session.close()
  }
}
