import { statfs } from 'node:fs/promises'
import { API_ROLE, API_SETTINGS, GRANTS } from '../../database/roles.ts'
import type { Session } from '../../database/session.ts'
import { HEALTH, type Health } from '../../metrics/server.ts'
import { findMissing } from '../connect.ts'
import type { Context } from '../context.ts'
import { type DatabaseChecks, hasTable, type Result } from './finding.ts'

type Check = (session: Session, context: Context) => Promise<readonly Result[]>

const script = (statements: readonly string[]): string =>
  statements.map((statement) => `${statement};`).join('\n')

const SEPARATE = script([
  `CREATE ROLE ${API_ROLE} LOGIN PASSWORD 'choose one'`,
  ...API_SETTINGS,
  ...GRANTS,
])

const HOW_TO_SEPARATE = `As the owner of the tables, run:\n${SEPARATE}\nThen set DATABASE_URL to that role, and DATABASE_OWNER_URL to the role that DATABASE_URL names now.`

const migrations: Check = async (session, { migrateCommand }) => {
  const missing = await findMissing(session)
  return missing.length === 0
    ? [['all are applied']]
    : [[`not applied: ${missing.join(', ')}`, migrateCommand]]
}

const roles: Check = async (session) => {
  if (!(await hasTable(session, 'inbox'))) return []
  const [role] = await session.query<{ reads: boolean; adds: boolean }>(
    `SELECT bool_or(has_any_column_privilege(pg_roles.oid, pg_class.oid, 'SELECT')) AS reads,
       bool_or(relname = 'inbox' AND has_any_column_privilege(pg_roles.oid, pg_class.oid, 'INSERT')) AS adds
     FROM pg_roles, pg_class
     WHERE rolname = $1 AND relname IN ('inbox', 'people') AND relnamespace = 'public'::regnamespace
     GROUP BY pg_roles.oid`,
    [API_ROLE],
  )
  const [other] = await session.query<{ usename: string }>(
    `SELECT DISTINCT usename FROM pg_stat_activity
     WHERE application_name = 'waitlist-api' AND datname = current_database() AND usename <> $1`,
    [API_ROLE],
  )
  if (!role) return [['the API uses the role that owns the tables', HOW_TO_SEPARATE]]
  if (role.reads)
    return [[`${API_ROLE} may read the list`, `REVOKE SELECT ON inbox, people FROM ${API_ROLE};`]]
  if (!role.adds)
    return [[`${API_ROLE} may not add signups`, `As the owner, run:\n${script(GRANTS)}`]]
  if (other) return [[`the API logs in as ${other.usename}`, HOW_TO_SEPARATE]]
  return [['the API can add signups but not read them']]
}

const ENABLE_CHECKSUMS =
  'Stop the server and run pg_checksums --enable, or restore a backup into a new server.'

const durability: Check = async (session) => {
  const names = ['fsync', 'full_page_writes', 'data_checksums']
  const settings = await session.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY array_position($1, name)',
    [names],
  )
  return settings.map(({ name, setting }): Result => {
    const found = `${name} is ${setting}`
    if (setting === 'on') return [found]
    if (name === 'data_checksums') return [found, ENABLE_CHECKSUMS]
    return [found, `ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf();`]
  })
}

const NEARLY_FULL = 0.1

const disk: Check = async (_session, { diskPath }) => {
  const stats = diskPath === undefined ? undefined : await statfs(diskPath).catch(() => undefined)
  if (stats === undefined)
    return [['the disk of the server is not visible from here; check it there']]
  const free = stats.bavail / stats.blocks
  const found = `${((stats.bavail * stats.bsize) / 1e9).toFixed(1)} GB free (${(free * 100).toFixed(0)} %)`
  if (free >= NEARLY_FULL) return [[found]]
  return [[found, 'Free some space: docker system df, docker builder prune, or a larger disk.']]
}

/** Twice the age at which Postgres begins to vacuum. All writes fail at 2 billion. */
const OLD = "SELECT 2 * current_setting('autovacuum_freeze_max_age')::float8 AS age"

const health: Check = async (session, { name }) => {
  const [found] = await session.query<Health>(HEALTH)
  const [old] = await session.query<{ age: number }>(OLD)
  const { damaged_page, age } = { damaged_page: 0, age: 0, ...found }
  const pages = `${damaged_page ?? 0} damaged pages were read`
  const oldest = `${age} transactions since the last complete vacuum`
  return [
    damaged_page
      ? [pages, `The disk may fail. Restore an earlier backup to another disk: ${name} restore`]
      : [pages],
    age > (old?.age ?? 0)
      ? [oldest, 'Run VACUUM (FREEZE), after ending the oldest transaction of pg_stat_activity.']
      : [oldest],
  ]
}

const LOCAL = /^(localhost$|127\.|\[?::1\]?$|\/|$)/

const encryption: Check = async (session, { ownerUrl }) => {
  const url = new URL(await ownerUrl())
  if (LOCAL.test(url.searchParams.get('host') ?? url.hostname)) {
    return [['the database is on this machine']]
  }
  const [row] = await session.query<{ ssl: boolean }>(
    'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  )
  return row?.ssl
    ? [['the connection to the database is encrypted']]
    : [
        [
          'the connection to the database is not encrypted',
          'Add ?sslmode=verify-full to DATABASE_URL.',
        ],
      ]
}

const database: Check = async (session) => {
  const [row] = await session.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  )
  return [[`PostgreSQL ${row?.version}`]]
}

export const DATABASE_CHECKS: DatabaseChecks = {
  database,
  migrations,
  roles,
  durability,
  health,
  'disk space': disk,
  encryption,
}
