import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { correct } from '../../api/src/list/people/correct.ts'
import { erase } from '../../api/src/list/people/erase.ts'
import { release } from '../../api/src/list/people/release.ts'
import { takeMails } from '../../api/src/mail/queue/take.ts'
import { find } from '../../api/src/owner/find.ts'
import { openSession } from '../../api/src/system/session.ts'
import { createDatabase, migrateForApi } from '../../tests/support/database.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { startDatabase } from './database.ts'
import { type Figures, printMissed } from './rounds.ts'

// `npm run bench:million` runs the owner's program on a list of a million people, or as many as `-- 100000` says.
// It prints numbers for this machine and is not a test.

const PEOPLE = Number(process.argv[2] ?? 1_000_000)

/** Fills both tables. One person in a hundred is in quarantine. */
const FILL = ['people', 'quarantine'].map((table) => {
  const [column, value, isOf] =
    table === 'people' ? ['', '', 'n % 100 <> 0'] : [', honeypot', ", 'x'", 'n % 100 = 0']
  return `INSERT INTO ${table} (email, mailbox, answers, joined_at${column})
    SELECT n || '@example.com', n || '@example.com',
      jsonb_build_object('first_name', 'Ada', 'last_name', 'Lovelace', 'company', 'Kiln & Co',
        'role', (ARRAY['entrepreneur', 'designer', 'agency', 'other'])[1 + n % 4]),
      now() - n * interval '1 second'${value}
    FROM generate_series(1, ${PEOPLE}) AS n WHERE ${isOf}`
})

/**
 * The old-space size that V8 chooses in Compose’s 256 MB container, and the semi-space size that docker-compose.yml
 * sets.
 */
const HEAP = '--max-old-space-size=128 --max-semi-space-size=8'
const MB = 256

/** Returns a process's peak memory so far, in MB. Works only on Linux. */
async function peakOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(status) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

const results: Record<string, Figures> = {}

function note(what: string, figures: Figures, limits: Figures): void {
  results[what] = figures
  printMissed(what, figures, limits)
}

/** Runs a command of the owner's program, and notes its time and peak memory. */
async function command(what: string, limit: number, url: string, dataDir: string, args: string[]) {
  console.warn(args.join(' '))
  const begin = performance.now()
  const child = spawn(process.execPath, ['api/src/owner.ts', ...args], {
    cwd: ROOT,
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
  const s = Math.round((performance.now() - begin) / 100) / 10
  note(what, { s, MB: peak }, { s: limit, MB })
}

/** Runs the work several times, each time for a different person, and notes the slowest run. */
async function slowest(what: string, first: number, work: (mailbox: string) => Promise<unknown>) {
  let most = 0
  for (let n = first; n < first + 2_000; n += 100) {
    const begin = performance.now()
    await work(`${n}@example.com`)
    most = Math.max(most, performance.now() - begin)
  }
  note(what, { ms: Math.round(most) }, { ms: 50 })
}

/** SQL for the nth email's class and network, by kind of queue. */
const QUEUES = {
  'an announcement': ["'bulk'", 'NULL'],
  'a flood of one network': ["'asked'", "'x'"],
  'a flood of as many networks': ["'asked'", 'int4send(n)'],
} as const

/** Claims emails from long queues, and notes the median. */
async function claimEmails(url: string): Promise<void> {
  const session = await openSession(url, 'worker')
  for (const [what, [mailClass, network]] of Object.entries(QUEUES)) {
    await session.query('TRUNCATE mails')
    await session.query(
      `INSERT INTO mails (kind, class, mailbox, network)
       SELECT CASE ${mailClass} WHEN 'bulk' THEN 'announce' ELSE 'confirm' END, ${mailClass}, n || '@example.com', ${network}
       FROM generate_series(1, ${PEOPLE}) AS n`,
    )
    await session.query('VACUUM ANALYZE mails')
    const times: number[] = []
    for (let n = 0; n < 51; n += 1) {
      const begin = performance.now()
      await takeMails(session, { perDay: 100_000 }, 10)
      times.push(performance.now() - begin)
    }
    const [median = 0] = times.toSorted((one, other) => one - other).slice(25)
    note(`claim from ${what}`, { ms: Math.round(median) }, { ms: 20 })
  }
  await session.close()
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
  console.warn(`a list of ${PEOPLE.toLocaleString('en-US')} signups`)
  for (const statement of FILL) await session.query(statement)
  await session.query('VACUUM ANALYZE people, quarantine')
  const [file, people] = [join(folder, 'backup.gz'), join(folder, 'people.csv')]
  const imported = await newDatabase(url, 'imported')
  const restored = await newDatabase(url, 'restored')
  await command('export', 20, url, folder, ['export', '--out', people])
  await command('backup', 20, url, folder, ['backup', file])
  await command('import', 60, imported, join(folder, 'imported'), ['import', people])
  await command('restore', 60, restored, join(folder, 'restored'), ['restore', file])
  await slowest('show', 10_001, (key) => find(session, key))
  await slowest('correct', 20_001, (key) => correct(session, key, { last_name: 'Xu' }))
  await slowest('release', 30_000, (key) => release(session, key))
  await slowest('erase', 40_001, (key) => erase(session, key))
  // All people are listed already, except those who have just been released or erased.
  await command('restore again', 60, url, folder, ['restore', file])
  await claimEmails(await newDatabase(url, 'queues'))
  console.table(results)
  await session.close()
} finally {
  await database.remove()
}
