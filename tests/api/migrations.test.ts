import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runner } from 'node-pg-migrate'
import { describe, expect, inject, test } from 'vitest'
import { WAITLIST_PATH } from '../../api/contract/waitlist.ts'
import { ROOT } from '../../api/local/repository.ts'
import { migrate, migrationNames } from '../../api/src/migrations.ts'
import { startApp } from '../support/app.ts'
import { freshDatabase, select } from '../support/database.ts'
import { bodyOf, somebody } from '../support/people.ts'

/** The one-shot process, as the migrate service runs it. */
const runProcess = (databaseUrl: string) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'api/src/migrate.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })

const empty = () => freshDatabase(inject('postgresUrl'), 'empty')

const applied = async (url: string): Promise<string[]> =>
  (await select<{ name: string }>(url, 'SELECT name FROM pgmigrations ORDER BY id')).map(
    ({ name }) => name,
  )

describe('migrations', () => {
  test('two processes that start at once apply each one once, and both succeed', async () => {
    const url = await empty()
    const outputs = await Promise.all([runProcess(url), runProcess(url)])
    expect(await applied(url)).toEqual(migrationNames)
    const told = outputs.map(({ stdout }) => stdout.trim()).sort()
    expect(told).toEqual([
      `Migrations: applied ${migrationNames.join(', ')}.`,
      'Migrations: nothing to do.',
    ])
  })

  test('five at once in one process, too', async () => {
    const url = await empty()
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(url)))
    expect(results.flat()).toEqual(migrationNames)
  })

  test('are all or nothing: when one fails the database is as it was', async () => {
    const url = await empty()
    await select(url, 'CREATE TABLE trapped_signups ()')
    await expect(migrate(url)).rejects.toThrow(/"trapped_signups" already exists/)
    const tables = await select(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    expect(tables).not.toContainEqual({ tablename: 'signups' })
    await select(url, 'DROP TABLE trapped_signups')
    expect(await migrate(url)).toEqual(migrationNames)
  })

  /** Brings an empty database to where the keys were made in another way. */
  const migrateToOlderKeys = (databaseUrl: string) =>
    runner({
      databaseUrl,
      dir: join(ROOT, 'migrations'),
      direction: 'up',
      migrationsTable: 'pgmigrations',
      count: migrationNames.indexOf('0005_spelling_of'),
      log: () => {},
    })

  const addByKeys = (url: string, keys: readonly string[]) =>
    select(
      url,
      `INSERT INTO signups (email, email_key, first_name, last_name, role)
       SELECT key, key, 'Ada', 'Lovelace', 'other' FROM string_to_table($1, ' ') AS key`,
      [keys.join(' ')],
    )

  test('who is on the list by an older key is found by the new one, and stays', async () => {
    const url = await empty()
    await migrateToOlderKeys(url)
    const keys = [
      'ας.βς@x.example',
      'ας.βσ@x.example',
      'γς@x.example',
      'γσ@x.example',
      'δς@x.example',
    ]
    await addByKeys(url, keys)
    await migrate(url)
    const kept = await select<{ email_key: string }>(
      url,
      'SELECT email_key FROM signups ORDER BY id',
    )
    expect(kept.map(({ email_key }) => email_key)).toEqual([
      'ασ.βσ@x.example',
      'ας.βσ@x.example',
      'γς@x.example',
      'γσ@x.example',
      'δσ@x.example',
    ])
  })

  test('one that people do not fit is told without them', async () => {
    const url = await empty()
    await migrateToOlderKeys(url)
    await addByKeys(url, ['νίκος@x.example'])
    // stands for a mistake in a migration
    const rule = "email_key LIKE '%ς@%' OR email_key::integer > 0"
    await select(url, `ALTER TABLE signups ADD CONSTRAINT odd CHECK (${rule})`)
    await expect(migrate(url)).rejects.toThrow('νίκοσ@x.example')

    const failure = await runProcess(url).catch((error: { stderr: string }) => error)
    expect(failure.stderr).toBe('Rows do not fit a migration: {"code":"22P02"}\n')
  })

  test('a database that cannot be reached ends the process with an error', async () => {
    await expect(runProcess('postgres://nobody:nothing@127.0.0.1:1/none')).rejects.toMatchObject({
      code: 1,
    })
  })

  test('give each search of an operator, and the purge, an index', async () => {
    const url = await freshDatabase(inject('postgresUrl'), 'migrated')
    const indexes = await select<{ definition: string }>(
      url,
      "SELECT indexdef AS definition FROM pg_indexes WHERE tablename LIKE '%signups'",
    )
    const columns = indexes
      .map(({ definition }) => definition.replace(/^.* ON public\./, ''))
      .sort()
    expect(columns).toEqual(
      expect.arrayContaining([
        'signups USING btree (email_key)',
        'trapped_signups USING btree (created_at)',
        'trapped_signups USING btree (email_key)',
      ]),
    )
  })

  test('say in the database why each table is there', async () => {
    const url = await freshDatabase(inject('postgresUrl'), 'migrated')
    const comments = await select<{ table: string; comment: string | null }>(
      url,
      `SELECT relname AS table, obj_description(oid, 'pg_class') AS comment
       FROM pg_class WHERE relkind = 'r' AND relname LIKE '%signups'`,
    )
    expect(comments).toHaveLength(2)
    for (const { comment } of comments) expect(comment).toMatch(/\w+/)
  })
})

describe('readiness', () => {
  test('waits for the migrations, and signups are refused until then', async () => {
    const app = await startApp(await empty())
    expect((await app.http.get('/api/ready')).status).toBe(503)
    const join = () => app.http.post(WAITLIST_PATH).send(bodyOf(somebody()))
    expect((await join()).status).toBe(503)
    await migrate(app.databaseUrl)
    expect((await join()).status).toBe(201)
    const { status, body } = await app.http.get('/api/ready')
    expect([status, body]).toEqual([200, { status: 'ready' }])
    // an older database than this version needs
    await select(
      app.databaseUrl,
      `DELETE FROM pgmigrations WHERE name = '${migrationNames.at(-1)}'`,
    )
    expect((await app.http.get('/api/ready')).status).toBe(503)
    await app.close()
  })
})
