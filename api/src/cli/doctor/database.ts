import { statfs } from 'node:fs/promises'
import { API_ROLE, API_SETTINGS, GRANTS } from '../../database/roles.ts'
import { HEALTH, type Health } from '../../metrics/server.ts'
import type { Context } from '../context.ts'
import { type Findings, ok, problem } from './finding.ts'
import type { OnServer } from './parts.ts'

export const migrations = ({ missing, migrateCommand }: OnServer): Findings =>
  missing.length === 0
    ? ok('all are applied')
    : problem(`not applied: ${missing.join(', ')}`, migrateCommand)

const script = (statements: readonly string[]): string =>
  statements.map((statement) => `${statement};`).join('\n')

const HOW_TO_SEPARATE = `As the owner of the tables, run:
${script([`CREATE ROLE ${API_ROLE} LOGIN PASSWORD 'choose one'`, ...API_SETTINGS, ...GRANTS])}
Then set DATABASE_URL to that role, and DATABASE_OWNER_URL to the role that DATABASE_URL names now.`

export async function roles({ session }: OnServer): Promise<Findings> {
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
  if (!role) return problem('the API uses the role that owns the tables', HOW_TO_SEPARATE)
  const revoke = `REVOKE SELECT ON inbox, people FROM ${API_ROLE};`
  if (role.reads) return problem(`${API_ROLE} may read the list`, revoke)
  const grant = `As the owner, run:\n${script(GRANTS)}`
  if (!role.adds) return problem(`${API_ROLE} may not add signups`, grant)
  if (other) return problem(`the API logs in as ${other.usename}`, HOW_TO_SEPARATE)
  return ok('the API can add signups but not read them')
}

const reload = (name: string) => `ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf();`

/** The settings without which a signup can be lost, and how to turn each on. */
const DURABLE: Readonly<Record<string, string>> = {
  fsync: reload('fsync'),
  full_page_writes: reload('full_page_writes'),
  data_checksums:
    'Stop the server and run pg_checksums --enable, or restore a backup into a new server.',
}

export async function durability({ session }: OnServer): Promise<Findings> {
  const settings = await session.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY array_position($1, name)',
    [Object.keys(DURABLE)],
  )
  return settings.map(({ name, setting }) => {
    const found = `${name} is ${setting}`
    return setting === 'on' ? ok(found) : problem(found, DURABLE[name] ?? '')
  })
}

export async function health({ session, name }: OnServer): Promise<Findings> {
  const [{ damaged_page } = { damaged_page: 0 }] = await session.query<Health>(HEALTH)
  const pages = `${damaged_page ?? 0} damaged pages were read`
  const restore = `The disk may fail. Restore an earlier backup to another disk: ${name} restore`
  return damaged_page ? problem(pages, restore) : ok(pages)
}

const NEARLY_FULL = 0.1

export async function diskSpace({ diskPath }: Context): Promise<Findings> {
  const stats = diskPath === undefined ? undefined : await statfs(diskPath).catch(() => undefined)
  if (!stats) return ok('the disk of the server is not visible from here; check it there')
  const free = stats.bavail / stats.blocks
  const found = `${((stats.bavail * stats.bsize) / 1e9).toFixed(1)} GB free (${(free * 100).toFixed(0)} %)`
  const fix = 'Free some space: docker system df, docker builder prune, or a larger disk.'
  return free < NEARLY_FULL ? problem(found, fix) : ok(found)
}

const LOCAL = /^(localhost$|127\.|\[?::1\]?$|\/|$)/

export async function encryption({ session, ownerUrl }: OnServer): Promise<Findings> {
  const { hostname, searchParams } = new URL(await ownerUrl())
  if (LOCAL.test(searchParams.get('host') ?? hostname)) return ok('the database is on this machine')
  const [row] = await session.query<{ ssl: boolean }>(
    'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  )
  const [what, fix] = [
    'the connection to the database is',
    'Add ?sslmode=verify-full to DATABASE_URL.',
  ]
  return row?.ssl ? ok(`${what} encrypted`) : problem(`${what} not encrypted`, fix)
}
