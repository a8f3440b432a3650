import { readFile, statfs } from 'node:fs/promises'
import { API_ROLE, API_SETTINGS, GRANTS } from '../roles.ts'
import { openSession, type Session } from '../session.ts'
import { findMissing } from './connect.ts'
import type { AddCommand, Context } from './context.ts'
import { explain } from './explain.ts'
import { count, print, printJson, style } from './output.ts'

/** What a check has found. A problem comes with what to do about it. */
interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  readonly fix?: string
}

type Check = (session: Session, context: Context) => Promise<readonly Finding[]>

const ok = (check: string, found: string): Finding => ({ check, ok: true, found })
const problem = (check: string, found: string, fix: string): Finding => ({
  check,
  ok: false,
  found,
  fix,
})

const migrations: Check = async (session, { migrateCommand }) => {
  const missing = await findMissing(session)
  if (missing.length === 0) return [ok('migrations', 'all are applied')]
  return [problem('migrations', `not applied: ${missing.join(', ')}`, migrateCommand)]
}

const script = (statements: readonly string[]): string =>
  statements.map((statement) => `${statement};`).join('\n')

const SEPARATE = script([
  `CREATE ROLE ${API_ROLE} LOGIN PASSWORD 'choose one'`,
  ...API_SETTINGS,
  ...GRANTS,
])

const HOW_TO_SEPARATE = `As the owner of the tables, run:\n${SEPARATE}\nThen set DATABASE_URL to that role, and DATABASE_OWNER_URL to the one that DATABASE_URL names now.`

const roles: Check = async (session) => {
  const [tables] = await session.query<{ missing: boolean }>(
    "SELECT to_regclass('signups') IS NULL AS missing",
  )
  if (tables?.missing) return []
  const [role] = await session.query<{ reads: boolean; adds: boolean }>(
    `SELECT has_any_column_privilege(oid, 'signups', 'SELECT') AS reads,
       has_any_column_privilege(oid, 'signups', 'INSERT') AS adds
     FROM pg_roles WHERE rolname = $1`,
    [API_ROLE],
  )
  const others = await session.query<{ usename: string }>(
    `SELECT DISTINCT usename FROM pg_stat_activity
     WHERE application_name = 'waitlist-api' AND datname = current_database() AND usename <> $1`,
    [API_ROLE],
  )
  if (role === undefined) {
    return [problem('roles', 'the API uses the role that owns the tables', HOW_TO_SEPARATE)]
  }
  if (role.reads) {
    return [
      problem(
        'roles',
        `${API_ROLE} may read the list`,
        `REVOKE SELECT ON signups FROM ${API_ROLE};`,
      ),
    ]
  }
  if (!role.adds) {
    return [
      problem('roles', `${API_ROLE} may not add signups`, `As the owner, run:\n${script(GRANTS)}`),
    ]
  }
  const [other] = others
  if (other) return [problem('roles', `the API logs in as ${other.usename}`, HOW_TO_SEPARATE)]
  return [ok('roles', 'the API can add signups, and read none')]
}

const WANTED = [
  ['fsync', 'on', 'ALTER SYSTEM SET fsync = on; SELECT pg_reload_conf();'],
  ['full_page_writes', 'on', 'ALTER SYSTEM SET full_page_writes = on; SELECT pg_reload_conf();'],
  [
    'data_checksums',
    'on',
    'Stop the server and run pg_checksums --enable, or restore a backup into a new one.',
  ],
] as const

const durability: Check = async (session) => {
  const findings: Finding[] = []
  for (const [name, wanted, fix] of WANTED) {
    const [row] = await session.query<{ value: string }>('SELECT current_setting($1) AS value', [
      name,
    ])
    const found = `${name} is ${row?.value}`
    findings.push(
      row?.value === wanted ? ok('durability', found) : problem('durability', found, fix),
    )
  }
  return findings
}

/** Share of the disk below which it counts as nearly full. */
const NEARLY_FULL = 0.1

const disk: Check = async (_session, { diskPath }) => {
  const stats = diskPath === undefined ? undefined : await statfs(diskPath).catch(() => undefined)
  if (stats === undefined)
    return [ok('disk space', 'not visible from here; watch it on the server')]
  const free = stats.bavail / stats.blocks
  const found = `${((stats.bavail * stats.bsize) / 1e9).toFixed(1)} GB free (${(free * 100).toFixed(0)} %)`
  if (free >= NEARLY_FULL) return [ok('disk space', found)]
  return [
    problem(
      'disk space',
      found,
      'Free some space: docker system df, docker builder prune, or a larger disk.',
    ),
  ]
}

const LOCAL = /^(localhost$|127\.|\[?::1\]?$|\/|$)/

const encryption: Check = async (session, { ownerUrl }) => {
  const url = new URL(await ownerUrl())
  const host = url.searchParams.get('host') ?? url.hostname
  if (LOCAL.test(host)) return [ok('encryption', 'the database is on this machine')]
  const [row] = await session.query<{ ssl: boolean }>(
    'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  )
  if (row?.ssl) return [ok('encryption', 'the connection to the database is encrypted')]
  return [
    problem(
      'encryption',
      'the connection to the database is not encrypted',
      'Add ?sslmode=verify-full to DATABASE_URL.',
    ),
  ]
}

interface Sample {
  readonly what: string
  readonly where: string
  readonly why: string
}

async function samples({ samplesFile }: Context): Promise<readonly Finding[]> {
  const text = await readFile(samplesFile ?? '', 'utf8').catch(() => undefined)
  if (text === undefined) {
    return [
      problem(
        'sample content',
        'unknown: the site is not built yet',
        'Start the site once, or run npm run build.',
      ),
    ]
  }
  const found = JSON.parse(text) as readonly Sample[]
  if (found.length === 0) return [ok('sample content', 'nothing on the site is a sample')]
  return found.map(({ what, where, why }) => problem('sample content', what, `${where}: ${why}`))
}

const CHECKS: readonly Check[] = [migrations, roles, durability, disk, encryption]

async function examineDatabase(context: Context): Promise<Finding[]> {
  let session: Session
  try {
    session = await openSession(await context.ownerUrl())
  } catch (error) {
    const fix = 'Start the database, or correct DATABASE_URL.'
    return [problem('database', explain(error), fix)]
  }
  try {
    const [row] = await session.query<{ version: string }>(
      "SELECT current_setting('server_version') AS version",
    )
    const findings = [ok('database', `PostgreSQL ${row?.version}`)]
    for (const check of CHECKS) findings.push(...(await check(session, context)))
    return findings
  } finally {
    await session.close()
  }
}

function show(findings: readonly Finding[]): void {
  for (const { check, ok: fine, found, fix } of findings) {
    print(`${fine ? style('green', 'ok     ') : style('red', 'problem')}  ${check}: ${found}`)
    if (fix) print(fix.replace(/^/gm, '           '))
  }
  const problems = findings.filter((finding) => !finding.ok).length
  print(problems === 0 ? '\nEverything is in order.' : `\n${count(problems, 'problem')}.`)
}

export const addDoctor: AddCommand = (program, context) => {
  const { name } = context
  program
    .command('doctor')
    .summary('find what is wrong, with the command that fixes it')
    .description(
      'Checks the database, its roles, migrations and durability, disk space, and sample content ' +
        'that is still on the site. Exit status 1 while there is a problem.',
    )
    .option('--json', 'print an array of findings')
    .addHelpText('after', `\nExamples:\n  ${name} doctor\n  ${name} doctor --json`)
    .action(async ({ json }: { json?: true }) => {
      const findings = [...(await examineDatabase(context)), ...(await samples(context))]
      if (json) printJson(findings)
      else show(findings)
      if (findings.some((finding) => !finding.ok)) process.exitCode = 1
    })
}
