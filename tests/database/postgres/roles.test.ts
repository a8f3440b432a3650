// Guards bounce-provider, api-role.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { apiUrl } from '../../../api/src/database/roles.ts'
import { migrate } from '../../../api/src/schema/migrations.ts'
import type { TestApp } from '../../support/app.ts'
import { asApi, select } from '../../support/database.ts'
import { test } from '../../support/fixtures/database.ts'
import { newPerson } from '../../support/people.ts'
import { startTestPostgres, type TestPostgres } from '../../support/postgres.ts'

const INSERT = "INSERT INTO inbox (email, email_key, answers) VALUES ('a@b.cc', 'a@b.cc', '{}')"

/** What the role may do with which column, or with a whole table. */
const RIGHTS = `
  SELECT concat_ws(' ', relname, attname, right_to) AS may
  FROM pg_class
    JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped,
    unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) AS right_to
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')
    AND has_column_privilege('waitlist_api', pg_class.oid, attnum, right_to)
  UNION ALL
  SELECT concat_ws(' ', relname, privilege_type)
  FROM pg_class, aclexplode(relacl)
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')
    AND grantee IN (0, 'waitlist_api'::regrole)
  ORDER BY 1`

describe("the API's role", () => {
  const asRole = async (app: TestApp, sql: string) => select(await asApi(app.databaseUrl), sql)

  test.for([
    'SELECT email FROM people',
    "INSERT INTO inbox (email_key, sent_at) VALUES ('a@b.cc', now())",
    'DROP TABLE inbox',
    'CREATE TABLE mine ()',
    `${INSERT} RETURNING email`,
    "COPY inbox (email) TO PROGRAM 'true'",
    "SELECT erase('a@b.cc')",
  ])("the API's role may not run: %s", async (sql, { app }) => {
    await expect(asRole(app, sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('the role may add to the inbox and to the reports, see the applied migrations, and nothing else', async ({
    app,
  }) => {
    const rights = await select<{ may: string }>(app.databaseUrl, RIGHTS)
    expect(rights.map(({ may }) => may)).toEqual([
      'inbox agreed_to INSERT',
      'inbox answers INSERT',
      'inbox email INSERT',
      'inbox email_key INSERT',
      'inbox honeypot INSERT',
      'inbox network INSERT',
      'inbox source INSERT',
      'pgmigrations name SELECT',
      'reports email_key INSERT',
      'reports event_id INSERT',
      'reports kind INSERT',
      'reports message_id INSERT',
      'reports status INSERT',
    ])
  })

  test('the role has no attribute or membership that gives it more rights', async ({ app }) => {
    const attributes = ['super', 'createrole', 'createdb', 'replication', 'bypassrls']
    const [role] = await select(
      app.databaseUrl,
      `SELECT ${attributes.map((name) => `rol${name} AS ${name}`).join(', ')},
         EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid) AS member
       FROM pg_roles WHERE rolname = 'waitlist_api'`,
    )
    expect(new Set(Object.values(role ?? {}))).toEqual(new Set([false]))
  })

  test('the role may run the functions of links and of visits, and no other function of this database', async ({
    app,
  }) => {
    const functions = await select<{ name: string }>(
      app.databaseUrl,
      `SELECT proname AS name FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace
         AND has_function_privilege('waitlist_api', oid, 'EXECUTE') ORDER BY 1`,
    )
    expect(functions.map(({ name }) => name)).toEqual([
      'confirm_by_link',
      'count_visits',
      'data_by_link',
      'erase_by_link',
      'friends_by_link',
      'leave_by_link',
    ])
  })

  test('a link is the only way in which the role reads and changes a person', async ({ app }) => {
    const { databaseUrl } = app
    const { email, first_name } = newPerson()
    await asRole(
      app,
      `INSERT INTO inbox (email, email_key, answers)
       VALUES ('${email}', '${email}', '{"first_name": "${first_name}"}')`,
    )
    await app.people()
    await select(databaseUrl, `INSERT INTO links (token, email_key) VALUES ('known', '${email}')`)
    const call = async (name: string, token: string) => {
      const [row] = await asRole(app, `SELECT ${name}_by_link('${token}') AS result`)
      return row?.['result']
    }
    const stored = () =>
      select(
        databaseUrl,
        `SELECT confirmed_at, left_at, (
           SELECT array_agg(kind || about || ' ' || state ORDER BY kind, about) FROM sendings
           WHERE sendings.email_key = people.email_key
         ) AS sendings
         FROM people WHERE email_key = '${email}'`,
      )
    for (const name of ['confirm', 'leave', 'erase']) {
      expect(await call(name, 'unknown')).toBe(false)
    }
    expect(await call('data', 'unknown')).toBeNull()
    const before = { confirmed_at: null, left_at: null, sendings: ['confirm waiting'] }
    expect(await stored()).toEqual([before])

    expect(await call('data', 'known')).toMatchObject({ email, answers: { first_name } })
    for (const name of ['confirm', 'leave']) expect(await call(name, 'known')).toBe(true)
    expect(await stored()).toEqual([
      {
        confirmed_at: expect.any(Date),
        left_at: expect.any(Date),
        sendings: [
          'confirm withdrawn',
          'webhookconfirmed waiting',
          'webhookleft waiting',
          'welcome withdrawn',
        ],
      },
    ])
    expect(await call('erase', 'known')).toBe(true)
    expect(await stored()).toEqual([])
  })

  test('a temporary table of the role does not take the place of a table in a function', async ({
    app,
  }) => {
    const client = new pg.Client({ connectionString: await asApi(app.databaseUrl) })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(
      `CREATE TEMP TABLE links AS
       SELECT 'forged'::bytea AS token, 'a@b.cc' AS email_key, now() AS created_at`,
    )
    const { rows } = await client.query("SELECT erase_by_link('forged') AS found")
    expect(rows).toEqual([{ found: false }])
    expect((await client.query('SELECT * FROM pg_temp.links')).rowCount).toBe(1)
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
    await migrate(postgres.url, apiPassFile)
    expect(statSync(apiPassFile).mode & 0o777).toBe(0o600)
    expect(readFileSync(apiPassFile, 'utf8')).toMatch(/^\*:\*:\*:waitlist_api:[0-9a-f]{48}\n$/)
    expect(await logIn()).toEqual([{ current_user: 'waitlist_api' }])
  })

  test('a second migration keeps the password, unless the file has another one', async () => {
    const before = await apiUrl(postgres.url, apiPassFile)
    await migrate(postgres.url, apiPassFile)
    expect(await logIn(before)).toHaveLength(1)
    writeFileSync(apiPassFile, "*:*:*:waitlist_api:it's another\n")
    await migrate(postgres.url, apiPassFile)
    expect(await logIn()).toHaveLength(1)
    await expect(logIn(before)).rejects.toMatchObject({ code: '28P01' })
  })
})
