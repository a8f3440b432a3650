/**
 * `npm run bench:fold`: how long after its 201 a person is on the list, and how many forms a second the worker
 * folds while signups go on. API, worker, Postgres and load generator share this machine.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WAITLIST_PATH } from '@ad-kit/contract'
import { openSession, type Session } from '../../api/src/database/session.ts'
import { findOnPath } from '../../tests/support/on-path.ts'
import { bodyOf, newPerson } from '../../tests/support/people.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { TEMPLATES } from '../../tests/support/worker.ts'
import { type BenchDatabase, startDatabase } from './database.ts'
import { measureHttp } from './measure.ts'
import { atLeast, atMost, type Target, targetTable } from './report.ts'
import { writeResults } from './results.ts'
import { type Server, startServer } from './server.ts'

const PEOPLE = 100

const LOAD = { connections: 64, seconds: 15 }

/** More than the worker folds during the load, so that it always has work. */
const WAITING = 500_000

/** As the API appends them, from many networks. */
const FILL = `
  INSERT INTO inbox (email, email_key, answers, agreed_to, network)
  SELECT email, email, '{"first_name": "Ada", "last_name": "Lovelace", "role": "entrepreneur"}', 'unknown',
    substr(sha256((n % 20000)::text::bytea), 1, 8)
  FROM generate_series(1, ${WAITING}) AS n, LATERAL (SELECT 'waiting.' || n || '@example.com' AS email) AS form`

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** The worker as a process. Without a mail server it writes files. Returns a function that ends it. */
async function startWorker({ url, folder }: BenchDatabase): Promise<() => Promise<unknown>> {
  const mails = join(folder, 'mails.json')
  await writeFile(mails, JSON.stringify(TEMPLATES))
  const child = spawn(process.execPath, ['api/src/worker.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'worker'),
      MAILS_FILE: mails,
      LOG_LEVEL: 'warn',
    },
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  return () => {
    child.kill('SIGTERM')
    return ended
  }
}

async function signUp({ origin }: Server): Promise<string> {
  const person = newPerson()
  const { status } = await fetch(origin + WAITLIST_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(person)),
  })
  if (status !== 201) throw new Error(`A signup got ${status}.`)
  return person.email
}

/** The milliseconds from a 201 until the person is on the list. */
async function delayOf(server: Server, session: Session): Promise<number> {
  const email = await signUp(server)
  const begin = performance.now()
  while ((await session.query('SELECT FROM people WHERE email_key = $1', [email])).length === 0) {
    await sleep(2)
  }
  return performance.now() - begin
}

async function measureRest(server: Server, session: Session): Promise<Target[]> {
  say(`${PEOPLE} people, one after the other`)
  const delays: number[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    // at any time between two looks of the worker
    await sleep(Math.random() * 500)
    delays.push(await delayOf(server, session))
  }
  const sorted = delays.toSorted((one, other) => one - other)
  say(`on the list after ${sorted[PEOPLE / 2]?.toFixed(0)} ms (median)`)
  return [atMost('on the list after its 201, ms at most', 2_000, sorted.at(-1))]
}

async function countPeople(session: Session): Promise<number> {
  const [row] = await session.query<{ count: number }>('SELECT count(*)::integer FROM people')
  return row?.count ?? 0
}

/** From the first fold to the end of the load. */
async function measureLoad(
  server: Server,
  session: Session,
  begin: () => Promise<unknown>,
): Promise<Target[]> {
  say(`${WAITING.toLocaleString('en-US')} forms wait, and signups go on`)
  await session.query(FILL)
  const before = await countPeople(session)
  const load = measureHttp(server.origin, LOAD)
  await begin()
  while ((await countPeople(session)) === before) await sleep(10)
  const [start, first] = [performance.now(), await countPeople(session)]
  const { rate, written } = await load
  const [folded, seconds] = [
    (await countPeople(session)) - first,
    (performance.now() - start) / 1_000,
  ]
  say(`${written.toLocaleString('en-US')} signups, ${rate.toFixed(0)} a second`)
  return [atLeast('forms folded a second, while signups go on', 5_000, folded / seconds)]
}

if (!findOnPath('wrk')) throw new Error('The benchmark needs wrk: apt-get install wrk')
const database = await startDatabase()
const ends: (() => Promise<unknown>)[] = [database.remove]
try {
  const session = await openSession(database.url)
  ends.push(session.close)
  const server = await startServer({
    databaseUrl: database.url,
    logFile: join(database.folder, 'requests.log'),
  })
  ends.push(server.stop)
  const stop = await startWorker(database)
  const rest = await measureRest(server, session).finally(stop)
  const load = await measureLoad(server, session, async () => {
    ends.push(await startWorker(database))
  })
  const targets = [...rest, ...load]
  say(`\n${targetTable(targets)}\n`)
  say(`Written to ${await writeResults('fold', { ...LOAD, targets })}`)
} finally {
  for (const end of ends.reverse()) await end()
}
