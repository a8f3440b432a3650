import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ROOT } from '../../tests/support/repository.ts'
import { startDatabase } from './database.ts'
import { requestFor, sendSignups } from './load.ts'
import { type Figures, inTurns, printTable } from './rounds.ts'
import { checkOut, startVersion, type Version } from './version.ts'

// `npm run bench` measures signups per second, and how fast the worker moves them to the list. The API, the worker,
// Postgres and the load generator share this machine, so compare versions with `--against COMMIT`, which prints the
// ratios of paired runs.

const TEXT = { type: 'string' } as const
const { values } = parseArgs({ options: { against: TEXT, rounds: TEXT, seconds: TEXT } })
const [rounds, seconds] = [Number(values.rounds ?? 5), Number(values.seconds ?? 5)]

const TOGETHER = 64

/** Measures signups without a worker. */
const signUp = (connections: number) => async (version: Version) => {
  await version.reset()
  const { written, rate, p50, p99 } = await sendSignups(version.origin, connections, seconds)
  const stored = await version.count('inbox')
  if (stored < written) throw new Error(`Of ${written} signups with a 201, ${stored} have a row.`)
  return {
    [`signups/s, ${connections} at a time`]: rate,
    [`p50 ms, ${connections} at a time`]: p50,
    [`p99 ms, ${connections} at a time`]: p99,
  }
}

/** More forms than a worker can move to the list during the measurement. */
const WAITING = 20_000 * (seconds + 2)

/** Appends rows as the API would, from many networks. */
const FILL = `
  INSERT INTO inbox (email, mailbox, answers, consent, network)
  SELECT email, email, '{"first_name": "Ada", "last_name": "Lovelace", "role": "entrepreneur"}', 'unknown',
    substr(sha256((n % 20000)::text::bytea), 1, 8)
  FROM generate_series(1, ${WAITING}) AS n, LATERAL (SELECT 'waiting.' || n || '@example.com' AS email) AS form`

async function fold(version: Version): Promise<Figures> {
  await version.reset()
  await version.session.query(FILL)
  return version.withWorker(async () => {
    while ((await version.count('people')) === 0) await sleep(10)
    const [start, first] = [performance.now(), await version.count('people')]
    const { rate } = await sendSignups(version.origin, TOGETHER, seconds)
    const folded = (await version.count('people')) - first
    const duration = (performance.now() - start) / 1_000
    if (folded >= WAITING) throw new Error('The worker had no work left.')
    return { 'folded/s, with signups': folded / duration, 'signups/s, with a worker': rate }
  })
}

/** Returns the milliseconds between a 201 and the person's appearance on the list. */
async function delayOf({ origin, session }: Version, email: string): Promise<number> {
  const { url, ...request } = requestFor(origin, email)
  const { status } = await fetch(url, request)
  if (status !== 201) throw new Error(`A signup got ${status}.`)
  const start = performance.now()
  const listed = () => session.query('SELECT FROM people WHERE mailbox = $1', [email])
  while ((await listed()).length === 0) await sleep(2)
  return performance.now() - start
}

async function untilListed(version: Version): Promise<Figures> {
  await version.reset()
  return version.withWorker(async () => {
    await delayOf(version, 'first@example.com')
    const delays: number[] = []
    for (let n = 0; n < 20; n += 1) {
      // The form must arrive at a random time between two of the worker's rounds.
      await sleep(Math.random() * 500)
      delays.push(await delayOf(version, `${n}@example.com`))
    }
    return { 'on the list after, ms at most': Math.max(...delays) }
  })
}

const database = await startDatabase()
const ends: (() => unknown)[] = [database.remove]
try {
  const start = async (name: string, tree: string) => {
    const version = await startVersion(name, tree, database.url, database.folder)
    ends.push(version.stop)
    return version
  }
  const versions = [await start('this', ROOT)]
  if (values.against) {
    const { tree, remove } = checkOut(values.against, join(database.folder, 'tree'))
    ends.push(remove)
    versions.push(await start('other', tree))
  }
  console.warn('warming up')
  for (const version of versions) await sendSignups(version.origin, TOGETHER, seconds)
  const steps = [signUp(TOGETHER), signUp(1), fold, untilListed]
  const [own = [], other] = await inTurns(versions, rounds, steps)
  printTable(own, other)
} finally {
  for (const end of ends.reverse()) await end()
}
