/**
 * `npm run bench:stack`: signups a second through the stack of `docker-compose.yml`, with Docker's
 * proxy and nginx. With `--against COMMIT`, it also starts the stack of that commit, sends signups to
 * both in turns and prints the ratio.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import getPort from 'get-port'
import { ROOT } from '../../tests/support/repository.ts'
import { openStack, psql, type Stack } from '../../tests/support/stack/stack.ts'
import { type Measurement, measureHttp } from './measure.ts'
import { ratio, ratios, rowOf, tableOf } from './report.ts'
import { writeResults } from './results.ts'

const ROUNDS = 5

/** nginx allows one address 100 requests at a time. */
const LOAD = { connections: 64, seconds: 5 }

/** Every signup comes from one address. */
const NO_LIMITS = { RATE_LIMIT_MAX: '1000000', API_REQUESTS_PER_SECOND: '100000' }

interface Contender {
  readonly name: string
  readonly stack: Stack
  /** The folder that has `docker-compose.yml`. */
  readonly tree: string
  readonly found: Measurement[]
}

const { against } = parseArgs({ options: { against: { type: 'string' } } }).values

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

const contender = async (name: string, tree: string): Promise<Contender> => {
  const port = await getPort()
  const project = `waitlist-test-bench-${port}-${process.pid}`
  return { name, tree, stack: openStack({ project, port, settings: NO_LIMITS }), found: [] }
}

/** What the worker takes, by the present name and by that of earlier versions. */
const TAKEN = ['inbox', 'arrivals']

/** People, by the present name and by that of earlier versions. */
const LISTED = ['people', 'signups']

/** Counts the rows of the tables that the version of a stack has. */
async function rowsIn(stack: Stack, names: readonly string[]): Promise<number> {
  const list = names.map((name) => `'${name}'`).join()
  const counts = await psql(
    stack,
    `SELECT string_agg(format('(SELECT count(*) FROM %I)', tablename), ' + ') FROM pg_tables
     WHERE schemaname = 'public' AND tablename IN (${list})`,
  )
  return Number(await psql(stack, `SELECT ${counts}`))
}

/** The forms of one run must not slow the next one. */
async function atRest(stack: Stack): Promise<void> {
  while ((await rowsIn(stack, TAKEN)) > 0) await sleep(100)
}

/** @throws if a signup failed or has no row */
async function measureOnce({ stack }: Contender): Promise<Measurement> {
  const before = await rowsIn(stack, LISTED)
  const measurement = await measureHttp(stack.url, LOAD)
  await atRest(stack)
  const rows = (await rowsIn(stack, LISTED)) - before
  if (rows < measurement.written) {
    throw new Error(`${measurement.written} signups were answered, but only ${rows} have a row.`)
  }
  return measurement
}

async function measureAll(contenders: readonly Contender[]): Promise<void> {
  for (const { name, stack, tree } of contenders) {
    say(`starting ${name}`)
    await stack.shell('docker compose up --build --detach --wait', { tree })
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    say(round === 0 ? 'warming up' : `round ${round} of ${ROUNDS}`)
    for (const each of contenders) {
      const measurement = await measureOnce(each)
      if (round > 0) each.found.push(measurement)
    }
  }
}

async function report(contenders: readonly Contender[]): Promise<void> {
  const rows = contenders.map(({ name, found }) => rowOf(name, LOAD.connections, found))
  const [own, other] = rows
  say(`\n${tableOf(rows)}\n`)
  if (own && other) {
    const shown = ratios(own, other).map((each) => each.toFixed(2))
    say(`${ratio(own, other)?.toFixed(2)} × ${other.name} (the rounds: ${shown.join(', ')})\n`)
  }
  say(`Written to ${await writeResults('stack', { ...LOAD, rows })}`)
}

const folder = await mkdtemp(join(tmpdir(), 'stack-bench-'))
const contenders = [await contender('this tree', ROOT)]
try {
  if (against) {
    const other = await contender(against, folder)
    await other.stack.shell(`git archive '${against}' | tar -x -C '${folder}'`)
    contenders.push(other)
  }
  await measureAll(contenders)
  await report(contenders)
} finally {
  for (const { stack } of contenders) await stack.remove()
  await rm(folder, { recursive: true, force: true })
}
