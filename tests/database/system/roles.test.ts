import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { migrate } from '../../../api/src/system/migrations.ts'
import { apiUrl } from '../../../api/src/system/roles.ts'
import { asApi, select } from '../../support/database.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { startTestPostgres } from '../../support/postgres.ts'
import { addPerson } from '../support/mailing.ts'
import { test } from '../support/test.ts'

/** Selects the role's rights, by column or by table. */
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

test('the API’s role may only append to the inbox and reports and read the applied migrations', async ({
  app,
}) => {
  const rights = await select<{ may: string }>(app.databaseUrl, RIGHTS)
  expect(rights.map(({ may }) => may)).toEqual([
    ...['answers', 'consent', 'email', 'honeypot', 'mailbox', 'network', 'source'].map(
      (column) => `inbox ${column} INSERT`,
    ),
    'pgmigrations name SELECT',
    ...['email', 'kind', 'mailbox', 'status'].map((column) => `reports ${column} INSERT`),
  ])
})

test('each function fixes its search path, except functions that are columns of a person', async ({
  app,
}) => {
  // The planner inlines a person's function only without this setting.
  const functions = await select<{ name: string }>(
    app.databaseUrl,
    `SELECT proname AS name FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND proconfig IS NULL
       AND NOT 'people'::regtype = ANY (proargtypes) ORDER BY 1`,
  )
  // These functions do not use any tables.
  expect(functions.map(({ name }) => name)).toEqual(['end_of', 'last_day', 'not_before'])
})

test('the API’s role has no attributes, belongs to no group and cannot create a table', async ({
  app,
}) => {
  const attributes = ['super', 'createrole', 'createdb', 'replication', 'bypassrls']
  const [role] = await select(
    app.databaseUrl,
    `SELECT ${attributes.map((name) => `rol${name} AS ${name}`).join(', ')},
       EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid) AS member,
       has_schema_privilege(oid, 'public', 'CREATE') AS creates
     FROM pg_roles WHERE rolname = 'waitlist_api'`,
  )
  expect(new Set(Object.values(role ?? {}))).toEqual(new Set([false]))
})

test('the API’s role may execute only functions for links, claims and visits', async ({ app }) => {
  const functions = await select<{ name: string }>(
    app.databaseUrl,
    `SELECT proname AS name FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace
       AND has_function_privilege('waitlist_api', oid, 'EXECUTE') ORDER BY 1`,
  )
  expect(functions.map(({ name }) => name)).toEqual([
    ...['claim_place', 'confirm_by_link', 'count_visits', 'data_by_link', 'erase_by_link'],
    ...['friends_by_link', 'leave_by_link'],
  ])
})

/** Temporary tables that would let the API's role reach a person whose links and code it does not know. */
const FORGED = `
  CREATE TEMP TABLE links AS
    SELECT 'forged'::bytea AS token, 'victim@example.com' AS mailbox, now() AS created_at;
  CREATE TEMP TABLE mails AS
    SELECT 'victim@example.com' AS mailbox, 'forged' AS code, 'invite' AS kind, '' AS letter, 'sent' AS state,
      now() AS wanted_at, now() AS ended_at;
  CREATE TEMP TABLE visits (day date, path text, source text, count bigint, PRIMARY KEY (day, path, source));
  GRANT ALL ON links, mails, visits TO PUBLIC`

/** Each function that runs with the owner's rights, and its result if it does not read forged tables. */
const DEFINER = [
  ['claim_place', "claim_place('forged', 14)", null],
  ['confirm_by_link', "confirm_by_link('forged', true)", null],
  ['count_visits', `count_visits('[{ "path": "/", "source": "", "count": 1 }]')`, ''],
  ['data_by_link', "data_by_link('forged')", null],
  ['erase_by_link', "erase_by_link('forged')", false],
  ['friends_by_link', "friends_by_link('forged')", null],
  ['leave_by_link', "leave_by_link('forged')", false],
] as const

test('every function with the owner’s rights looks up names in the list’s schema first', async ({
  app,
}) => {
  const functions = await select(
    app.databaseUrl,
    `SELECT proname AS name, proconfig AS settings FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
     WHERE prosecdef AND nspname <> 'pg_catalog' ORDER BY 1`,
  )
  const settings = ['search_path=public, pg_temp']
  expect(functions).toEqual(DEFINER.map(([name]) => ({ name, settings })))
})

test.for(DEFINER)(
  'a temporary table that the API’s role creates cannot shadow a table in %s',
  async ([, call, found], { app, list }) => {
    await list.session.query("DELETE FROM people WHERE mailbox = 'victim@example.com'")
    await addPerson(list.session, { email: 'victim@example.com' })
    const client = new pg.Client({ connectionString: await asApi(app.databaseUrl) })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(FORGED)
    expect((await client.query(`SELECT ${call} AS found`)).rows).toEqual([{ found }])
    expect((await client.query('SELECT FROM pg_temp.visits')).rowCount).toBe(0)
  },
)

// Roles belong to the server, so a new password would lock out other test files.
test('migrate writes the role’s password to a private file, and uses the file’s password next time', async () => {
  const postgres = await startTestPostgres()
  onTestFinished(() => postgres.remove())
  const file = join(temporaryFolder(), 'api.pgpass')
  const logIn = (url: string) => select(url, 'SELECT current_user')
  await migrate(postgres.url, file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^\*:\*:\*:waitlist_api:[0-9a-f]{48}\n$/)
  const first = await apiUrl(postgres.url, file)
  await migrate(postgres.url, file)
  expect(await logIn(first)).toEqual([{ current_user: 'waitlist_api' }])

  writeFileSync(file, "*:*:*:waitlist_api:it's another\n")
  await migrate(postgres.url, file)
  expect(await logIn(await apiUrl(postgres.url, file))).toHaveLength(1)
  await expect(logIn(first)).rejects.toMatchObject({ code: '28P01' })
}, 180_000)
