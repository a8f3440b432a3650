import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSession, type Session } from '../../api/src/database/session.ts'
import { correct } from '../../api/src/people/correct.ts'
import { erase } from '../../api/src/people/erase.ts'
import { find } from '../../api/src/people/find.ts'
import { release } from '../../api/src/people/release.ts'
import { createDatabase, migrateForApi } from '../../tests/support/database.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { startDatabase } from './database.ts'
import { below, type Target, targetTable } from './report.ts'

// `npm run bench:million`: the operator's program on a list of a million people.
// It prints numbers of this machine and is not a test.

const PEOPLE = 1_000_000
const MAIN = join(ROOT, 'api/src/cli/main.ts')

const FILL = `INSERT INTO signups (email, email_key, answers, honeypot, joined_at)
  SELECT n || '@example.com', n || '@example.com',
    jsonb_build_object('first_name', 'Ada', 'last_name', 'Lovelace', 'company', 'Kiln & Co',
      'role', (ARRAY['entrepreneur', 'designer', 'agency', 'other'])[1 + n % 4]),
    CASE WHEN n % 100 = 0 THEN 'x' END, now() - n * interval '1 second'
  FROM generate_series(1, ${PEOPLE}) AS n`

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** The peak memory of a process so far, in MB; Linux only. */
async function peakOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(status) ?? []
  return Number(kilobytes) / 1024
}

/** Runs the program, and returns its seconds and its peak memory. */
async function runProgram(url: string, args: readonly string[]) {
  const begin = performance.now()
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peak = 0
  const watch = setInterval(async () => {
    peak = Math.max(peak, await peakOf(child))
  }, 100)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}.`)
  return { seconds: (performance.now() - begin) / 1_000, peak }
}

async function measureCommand(
  url: string,
  args: readonly string[],
  limit: number,
  memory?: number,
): Promise<Target[]> {
  say(args.join(' '))
  const { seconds, peak } = await runProgram(url, args)
  const inMemory = memory === undefined ? [] : [below(`${args[0]}, MB at most`, memory, peak)]
  return [below(`${args[0]}, s`, limit, seconds), ...inMemory]
}

/** The slowest of several runs, each with another person, in milliseconds. */
async function slowest(work: (emailKey: string) => Promise<unknown>, first: number) {
  let most = 0
  for (let n = first; n < first + 2_000; n += 100) {
    const begin = performance.now()
    await work(`${n}@example.com`)
    most = Math.max(most, performance.now() - begin)
  }
  return most
}

async function measurePeople(session: Session): Promise<Target[]> {
  return [
    below('show, ms', 50, await slowest((key) => find(session, key), 100_001)),
    below(
      'correct, ms',
      50,
      await slowest((key) => correct(session, key, { company: 'X' }), 200_001),
    ),
    below('release, ms', 50, await slowest((key) => release(session, key), 300_000)),
    below('erase, ms', 50, await slowest((key) => erase(session, key), 400_001)),
  ]
}

async function newDatabase(url: string, name: string): Promise<string> {
  const created = await createDatabase(url, name)
  await migrateForApi(created)
  return created
}

const database = await startDatabase()
try {
  const { url, folder } = database
  const session = await openSession(url)
  say(`a list of ${PEOPLE.toLocaleString('en-US')} signups`)
  await session.query(FILL)
  await session.query('VACUUM ANALYZE signups')
  const file = join(folder, 'backup.gz')
  const people = join(folder, 'people.csv')
  const [imported, restored] = [
    await newDatabase(url, 'imported'),
    await newDatabase(url, 'restored'),
  ]
  const targets = [
    ...(await measureCommand(url, ['export', '--out', people], 20, 150)),
    ...(await measureCommand(url, ['backup', file], 20, 150)),
    ...(await measureCommand(imported, ['import', people], 60, 150)),
    ...(await measureCommand(restored, ['restore', file], 60, 150)),
  ]
  const seconds = (command: string) =>
    targets.find(({ what }) => what === `${command}, s`)?.found ?? 0
  targets.push(below('restore / import', 1.5, seconds('restore') / seconds('import')))
  targets.push(...(await measurePeople(session)))
  // All people exist already, except those who were just released and erased.
  targets.push(...(await measureCommand(url, ['restore', file], 60, 150)))
  say(targetTable(targets))
  await session.close()
} finally {
  await database.remove()
}
