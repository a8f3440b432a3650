import type { Session } from '../../system/session.ts'
import type { Context } from '../cli/context.ts'
import { type Checks, judge, ok, problem } from './checks.ts'

export interface Server extends Context {
  readonly session: Session
  /** The migrations that it lacks. */
  readonly missing: readonly string[]
}

/** A folder of sockets, or an address of this machine. */
const LOCAL = /^(localhost$|127\.|\[?::1\]?$|\/|$)/

/** Without data checksums, the number is null. The row without a name has the catalogs that all databases share. */
const DAMAGED = `
  SELECT sum(checksum_failures)::integer FROM pg_stat_database
  WHERE datname IS NULL OR datname = current_database()`

/** Postgres, with or without the tables. */
export const SERVER: Checks<Server> = {
  migrations: ({ missing, migrateCommand }) =>
    missing.length === 0
      ? ok('all are applied')
      : problem(`not applied: ${missing.join(', ')}`, migrateCommand),

  /** Without these settings a signup can be lost. */
  async durability({ session }) {
    const off = await session.query<{ name: string }>(
      "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'",
    )
    return off.map(({ name }) =>
      problem(`${name} is off`, `ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf();`),
    )
  },

  async health({ session, name }) {
    const damaged = await session.value<number | null>(DAMAGED)
    if (damaged === null) return ok('unknown: damaged pages are found with data checksums only')
    const fix = `The disk may fail. Restore an earlier backup to another disk: ${name} restore`
    return judge(damaged === 0, `${damaged} damaged pages were read`, fix)
  },

  async encryption({ session, ownerUrl }) {
    const { hostname, searchParams } = new URL(await ownerUrl())
    const isLocal = LOCAL.test(searchParams.get('host') ?? hostname)
    if (isLocal) return ok('the database is on this machine')
    const isEncrypted = await session.value<boolean>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    )
    const found = `the connection to the database is ${isEncrypted ? '' : 'not '}encrypted`
    return judge(isEncrypted, found, 'Add ?sslmode=verify-full to DATABASE_URL.')
  },
}
