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

// `npm run bench:million`: the operator's program on a list of a million people, or `-- 100000`.
// It prints numbers of this machine and is not a test.

const PEOPLE = Number(process.argv[2] ?? 1_000_000)
const MAIN = join(ROOT, 'api/src/cli/main.ts')

/** One in a hundred is in quarantine. */
const FILL = ['people', 'quarantine'].map((table) => {
  const [column, value, isOf] =
    table === 'people' ? ['', '', 'n % 100 <> 0'] : [', honeypot', ", 'x'", 'n % 100 = 0']
  return `INSERT INTO ${table} (email, email_key, answers, joined_at${column})
    SELECT n || '@example.com', n || '@example.com',
      jsonb_build_object('first_name', 'Ada', 'last_name', 'Lovelace', 'company', 'Kiln & Co',
        'role', (ARRAY['entrepreneur', 'designer', 'agency', 'other'])[1 + n % 4]),
      now() - n * interval '1 second'${value}
    FROM generate_series(1, ${PEOPLE}) AS n WHERE ${isOf}`
})

/** What V8 chooses in the container of 256 MB in which Compose runs the program. A larger machine lets it grow. */
const HEAP = '--max-old-space-size=128 --max-semi-space-size=1'
const MEMORY = 256

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** The peak memory of a process so far, in MB; Linux only. */
async function peakOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(status) ?? []
  return Number(kilobytes) / 1024
}

/** Runs the program, and returns its seconds and its peak memory. */
async function runProgram(url: string, dataDir: string, args: readonly string[]) {
  const begin = performance.now()
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, NODE_OPTIONS: HEAP, DATABASE_URL: url, DATA_DIR: dataDir },
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
  dataDir: string,
  args: readonly string[],
  limit: number,
  memory?: number,
): Promise<Target[]> {
  say(args.join(' '))
  const { seconds, peak } = await runProgram(url, dataDir, args)
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
    below('show, ms', 50, await slowest((key) => find(session, key), 10_001)),
    below(
      'correct, ms',
      50,
      await slowest((key) => correct(session, key, { company: 'X' }), 20_001),
    ),
    below('release, ms', 50, await slowest((key) => release(session, key), 30_000)),
    below('erase, ms', 50, await slowest((key) => erase(session, key), 40_001)),
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
  for (const statement of FILL) await session.query(statement)
  await session.query('VACUUM ANALYZE people, quarantine')
  const file = join(folder, 'backup.gz')
  const people = join(folder, 'people.csv')
  const [imported, restored] = [
    await newDatabase(url, 'imported'),
    await newDatabase(url, 'restored'),
  ]
  const targets = [
    ...(await measureCommand(url, folder, ['export', '--out', people], 20, MEMORY)),
    ...(await measureCommand(url, folder, ['backup', file], 20, MEMORY)),
    ...(await measureCommand(imported, join(folder, 'imported'), ['import', people], 60, MEMORY)),
    ...(await measureCommand(restored, join(folder, 'restored'), ['restore', file], 60, MEMORY)),
  ]
  const seconds = (command: string) =>
    targets.find(({ what }) => what === `${command}, s`)?.found ?? 0
  targets.push(below('restore / import', 1.5, seconds('restore') / seconds('import')))
  targets.push(...(await measurePeople(session)))
  // All people exist already, except those who were just released and erased.
  targets.push(...(await measureCommand(url, folder, ['restore', file], 60, MEMORY)))
  say(targetTable(targets))
  await session.close()
} finally {
  await database.remove()
}
