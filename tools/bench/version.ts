import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession } from '../../api/src/system/session.ts'
import { startApiProcess } from '../../tests/database/support/api-process.ts'
import { createDatabase, PASS_FILE } from '../../tests/support/database.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { TEMPLATES } from '../../tests/support/worker.ts'

/** The API from one source tree, with a separate database. */
export type Version = Awaited<ReturnType<typeof startVersion>>

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, stdio: 'pipe' })

/** Checks out a commit into a worktree that uses this tree's packages. */
export function checkOut(commit: string, tree: string) {
  git('worktree', 'add', '--detach', tree, commit)
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  return { tree, remove: () => git('worktree', 'remove', '--force', tree) }
}

/** These tables keep their rows, because a migration writes them. */
const KEPT = ['pgmigrations', 'hash_keys']

const TABLES = `SELECT string_agg(tablename, ', ') AS names FROM pg_tables
  WHERE schemaname = 'public' AND tablename <> ALL ($1)`

/** Migrates a new database and starts the API, which logs its requests to a file, as it would under a supervisor. */
export async function startVersion(name: string, tree: string, server: string, folder: string) {
  const files = join(folder, name)
  mkdirSync(files)
  const url = await createDatabase(server, name)
  const env = { PATH: process.env['PATH'], DATABASE_URL: url }
  const migration = { cwd: tree, env: { ...env, API_PASSFILE: PASS_FILE } }
  execFileSync(process.execPath, ['api/src/migrate.ts'], migration)
  const session = await openSession(url)
  const [tables] = await session.query<{ names: string }>(TABLES, [KEPT])
  const log = openSync(join(files, 'requests.log'), 'a')
  const api = await startApiProcess({ databaseUrl: url, cwd: tree, log })
  const mails = join(files, 'mails.json')
  writeFileSync(mails, JSON.stringify(TEMPLATES))
  return {
    origin: api.origin,
    session,
    /** Empties the tables and writes a checkpoint, so that all runs start from the same state. */
    async reset(): Promise<void> {
      await session.query(`TRUNCATE ${tables?.names}`)
      await session.query('CHECKPOINT')
    },
    async count(table: 'inbox' | 'people'): Promise<number> {
      const counted = `SELECT count(*)::integer AS rows FROM ${table}`
      return (await session.query<{ rows: number }>(counted))[0]?.rows ?? 0
    },
    /** Runs the worker while `work` lasts. Without a mail server, it writes emails to files. */
    async withWorker<T>(work: () => Promise<T>): Promise<T> {
      const child = spawn(process.execPath, ['api/src/worker.ts'], {
        cwd: tree,
        env: { ...env, DATA_DIR: files, MAILS_FILE: mails, LOG_LEVEL: 'warn' },
        stdio: 'inherit',
      })
      const ended = once(child, 'exit')
      const lost = ended.then(() => Promise.reject(new Error('The worker ended by itself.')))
      try {
        return await Promise.race([work(), lost])
      } finally {
        child.kill('SIGTERM')
        await ended
      }
    },
    async stop(): Promise<void> {
      await api.end('SIGTERM')
      await session.close()
    },
  }
}
