import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../api/src/migrations.ts'
import { apiUrl } from '../../api/src/roles.ts'
import { useApp } from '../support/app.ts'
import { asApi, select } from '../support/database.ts'
import { startTestPostgres, type TestPostgres } from '../support/postgres.ts'

const INSERT = "INSERT INTO signups (email, email_key, answers) VALUES ('a@b.cc', 'a@b.cc', '{}')"

const withColumn = (name: string) =>
  `INSERT INTO signups (email, email_key, answers, ${name}) VALUES ('a@b.cc', 'a@b.cc', '{}', now())`

describe("the API's role", () => {
  const app = useApp()
  const asRole = async (sql: string) => select(await asApi(app().databaseUrl), sql)

  test.each([
    'SELECT email FROM signups',
    'SELECT * FROM people',
    'SELECT * FROM erasures',
    'SELECT * FROM history',
    'SELECT * FROM hash_keys',
    "UPDATE signups SET email = 'x'",
    'DELETE FROM signups',
    'DELETE FROM pgmigrations',
    'TRUNCATE signups',
    'DROP TABLE signups',
    'CREATE TABLE mine ()',
    "INSERT INTO history (command) VALUES ('x')",
    withColumn('joined_at'),
    withColumn('corrected_at'),
    withColumn('released_at'),
    `${INSERT} RETURNING email`,
    `${INSERT} ON CONFLICT (email_key) WHERE honeypot IS NULL DO NOTHING`,
    "COPY signups (email) TO PROGRAM 'true'",
  ])("the API's role may not run: %s", async (sql) => {
    await expect(asRole(sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('the role has no attribute or membership that gives it more rights', async () => {
    const attributes = ['super', 'createrole', 'createdb', 'replication', 'bypassrls']
    const [role] = await select(
      app().databaseUrl,
      `SELECT ${attributes.map((name) => `rol${name} AS ${name}`).join(', ')},
         EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid) AS member
       FROM pg_roles WHERE rolname = 'waitlist_api'`,
    )
    expect(new Set(Object.values(role ?? {}))).toEqual(new Set([false]))
  })

  test('a temporary table of the role does not take the place of the signups in the purge', async () => {
    const client = new pg.Client({ connectionString: await asApi(app().databaseUrl) })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(
      `CREATE TEMP TABLE signups AS
       SELECT 1 AS id, 'x' AS honeypot, '2000-01-01'::timestamptz AS joined_at`,
    )
    const { rows } = await client.query('SELECT purge_quarantine(5) AS purged')
    expect(rows).toEqual([{ purged: 0 }])
    expect((await client.query('SELECT * FROM pg_temp.signups')).rowCount).toBe(1)
  })
})

describe('a migration that creates the role of the API', () => {
  let postgres: TestPostgres
  const folder = mkdtempSync(join(tmpdir(), 'api-role-'))
  const apiPassFile = join(folder, 'api.pgpass')

  // roles belong to the whole server: another password would lock out other test files
  beforeAll(async () => {
    postgres = await startTestPostgres()
  })
  afterAll(async () => {
    await postgres?.remove()
    rmSync(folder, { recursive: true })
  })

  const logIn = async (url?: string) =>
    select(url ?? (await apiUrl(postgres.url, apiPassFile)), 'SELECT current_user')

  test('a migration creates the role, and a password file that only its owner can read', async () => {
    await migrate(postgres.url, { apiPassFile })
    expect(statSync(apiPassFile).mode & 0o777).toBe(0o600)
    expect(readFileSync(apiPassFile, 'utf8')).toMatch(/^\*:\*:\*:waitlist_api:[0-9a-f]{48}\n$/)
    expect(await logIn()).toEqual([{ current_user: 'waitlist_api' }])
  })

  test('a second migration keeps the password, unless the file has another one', async () => {
    const before = await apiUrl(postgres.url, apiPassFile)
    await migrate(postgres.url, { apiPassFile })
    expect(await logIn(before)).toHaveLength(1)
    writeFileSync(apiPassFile, "*:*:*:waitlist_api:it's another\n")
    await migrate(postgres.url, { apiPassFile })
    expect(await logIn()).toHaveLength(1)
    await expect(logIn(before)).rejects.toMatchObject({ code: '28P01' })
  })
})
