import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrationNames } from '../../../api/src/system/migrations.ts'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { startApp } from '../../support/app.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { ROOT } from '../../support/repository.ts'
import { postgresUrl } from '../../support/shared.ts'
import { hold } from '../support/locks.ts'
import { outcome } from '../support/run-program.ts'

/** Runs the one-shot process, as the migrate service does. */
const runProcess = (databaseUrl: string) => {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  return outcome(spawn(process.execPath, ['api/src/migrate.ts'], { cwd: ROOT, env }))
}

const empty = () => freshDatabase(postgresUrl(), 'empty')
const migrated = () => freshDatabase(postgresUrl(), 'migrated')

const namesIn = async (url: string, sql: string): Promise<string[]> =>
  (await select<{ name: string }>(url, sql)).map(({ name }) => name)

test('several processes that migrate at the same time apply each migration once, and all succeed', async () => {
  const url = await empty()
  const done = Promise.all(Array.from({ length: 4 }, () => migrate(url)))
  await expect(done.then((names) => names.flat())).resolves.toEqual(migrationNames)
  expect(await namesIn(url, 'SELECT name FROM pgmigrations ORDER BY id')).toEqual(migrationNames)
  expect((await runProcess(url)).stdout).toBe('Migrations: nothing to do.\n')
})

test('a migration that fails leaves the database unchanged', async () => {
  const url = await empty()
  // The last migration creates this table.
  await select(url, 'CREATE TABLE visits ()')
  await expect(migrate(url)).rejects.toThrow(/"visits" already exists/)
  const tables = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
  expect(await namesIn(url, tables)).toEqual(['visits'])
})

test('a database is migrated even if another program keeps its migrations in another schema', async () => {
  const url = await empty()
  await select(url, 'CREATE SCHEMA other; CREATE TABLE other.pgmigrations (name text)')
  expect(await migrate(url)).toEqual(migrationNames)
})

test('the error of a failed migration does not quote rows', async () => {
  const url = await empty()
  await select(
    url,
    `CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE 'invalid input: "Xanthippe"' USING ERRCODE = '22P02'; END $$;
     CREATE EVENT TRIGGER refuse ON ddl_command_end WHEN TAG IN ('CREATE INDEX')
       EXECUTE FUNCTION refuse()`,
  )
  expect(await runProcess(url)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'A migration does not fit the rows: {"code":"22P02"}\n',
  })
})

test('a migration that meets a lock is retried until it succeeds', async () => {
  const url = await migrated()
  const release = await hold(url, 'LOCK TABLE sendings IN ACCESS SHARE MODE')
  onTestFinished(release)
  const migration = migrate(url)
  const canceled = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'waitlist-migrate'
    AND datname = current_database() AND state = 'idle'`
  await expect.poll(() => select(url, canceled)).toHaveLength(1)
  await release()
  expect(await migration).toEqual([])
})

test('a database without its migrations is not ready and refuses signups', async () => {
  const app = await startApp(await empty())
  onTestFinished(() => app.close())
  const status = async () => (await app.http.get('/api/ready')).status
  const join = async () => (await app.http.post(WAITLIST_PATH).send(bodyOf(newPerson()))).status
  expect([await status(), await join()]).toEqual([503, 503])
  await migrate(app.databaseUrl)
  expect(await join()).toBe(201)
  // The API caches the outcome for a second.
  await expect.poll(status).toBe(200)
  // Without its last migration, the database is older than this version.
  const [last] = migrationNames.slice(-1)
  await select(app.databaseUrl, `DELETE FROM pgmigrations WHERE name = '${last}'`)
  await expect.poll(status).toBe(503)
})
