import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findOnPath } from '../../tests/support/on-path.ts'
import { type BenchDatabase, startDatabase } from './database.ts'
import { type Load, type Measurement, measureHttp, measurePgbench } from './measure.ts'
import { checkOut, otherDatabase } from './other-version.ts'
import { atLeast, below, type Row, ratio, ratios, rowOf, tableOf, targetTable } from './report.ts'
import { writeResults } from './results.ts'
import { startServer } from './server.ts'
import { openTables, type Tables } from './tables.ts'

// `npm run bench`: durable signups a second of several contenders on one machine and one Postgres.
// With `--against COMMIT`, the contenders are this tree and that commit, each with tables of its own.
// It is not a test: compare the ratios, because the numbers depend on the machine.

const { against, rounds } = parseArgs({
  options: { against: { type: 'string' }, rounds: { type: 'string', default: '5' } },
}).values

const SECONDS = 3
const TOGETHER = 64

interface Contender {
  readonly name: string
  readonly tables: Tables
  readonly measure: (load: Load) => Promise<Measurement>
}

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

async function measureOnce(
  { tables, measure }: Contender,
  connections: number,
): Promise<Measurement> {
  await tables.reset()
  const measurement = await measure({ connections, seconds: SECONDS })
  const rows = await tables.count()
  if (rows < measurement.written) {
    throw new Error(`${measurement.written} signups were answered, but only ${rows} have a row.`)
  }
  return measurement
}

/** Runs all contenders in every round, in turns, so that a busy moment slows all of them. */
async function measureAll(contenders: readonly Contender[]): Promise<Row[]> {
  const runs = [TOGETHER, 1].flatMap((connections) =>
    contenders.map((contender) => ({ contender, connections, found: [] as Measurement[] })),
  )
  for (let round = 0; round <= Number(rounds); round += 1) {
    say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`)
    for (const { contender, connections, found } of round % 2 === 0 ? runs : runs.toReversed()) {
      const measurement = await measureOnce(contender, connections)
      if (round > 0) found.push(measurement)
    }
  }
  return runs.map(({ contender, connections, found }) => rowOf(contender.name, connections, found))
}

const THIS = 'this API'

const finder = (rows: readonly Row[]) => (name: string, connections: number) =>
  rows.find((row) => row.name === name && row.connections === connections)

function targetsOf(rows: readonly Row[]) {
  const find = finder(rows)
  const together = find(THIS, TOGETHER)
  return [
    atLeast('× pgbench, 64 connections', 1, ratio(together, find('pgbench', TOGETHER))),
    atLeast('× plain, 64 connections', 3, ratio(together, find('plain', TOGETHER))),
    atLeast('× plain, 1 connection', 0.9, ratio(find(THIS, 1), find('plain', 1))),
    below('p99 in ms, 64 connections', 12, together?.p99),
  ]
}

/** The ratio to another version, with that of each round. */
function comparison(rows: readonly Row[], other: string): string {
  const find = finder(rows)
  return [TOGETHER, 1]
    .map((connections) => {
      const pair = [find(THIS, connections), find(other, connections)] as const
      const shown =
        pair[0] && pair[1] ? ratios(pair[0], pair[1]).map((each) => each.toFixed(2)) : []
      return `${ratio(...pair)?.toFixed(2)} × ${other}, connections: ${connections} (the rounds: ${shown.join(', ')})`
    })
    .join('\n')
}

/** What ends after the benchmark, the last one first. */
const ends: (() => Promise<unknown>)[] = []

async function contender(
  name: string,
  database: BenchDatabase,
  tables: Tables,
  place: { readonly entry?: string; readonly tree?: string } = {},
): Promise<Contender> {
  const logFile = join(database.folder, 'requests.log')
  const server = await startServer({ databaseUrl: tables.url, logFile, ...place })
  ends.push(server.stop)
  return { name, tables, measure: (load) => measureHttp(server.origin, load) }
}

async function tablesAt(url: string): Promise<Tables> {
  const tables = await openTables(url)
  ends.push(tables.close)
  return tables
}

async function contendersOf(database: BenchDatabase): Promise<Contender[]> {
  const tables = await tablesAt(database.url)
  const own = await contender(THIS, database, tables)
  if (against !== undefined) {
    const tree = await checkOut(against, database.folder)
    const other = await tablesAt(await otherDatabase(database.url, tree))
    return [own, await contender(against, database, other, { tree })]
  }
  const plain = await contender('plain', database, tables, { entry: 'tools/bench/plain-server.ts' })
  const measure = (load: Load) => measurePgbench(database.url, load)
  return [own, plain, ...(findOnPath('pgbench') ? [{ name: 'pgbench', tables, measure }] : [])]
}

async function compare(database: BenchDatabase): Promise<void> {
  const rows = await measureAll(await contendersOf(database))
  const targets = against === undefined ? targetsOf(rows) : []
  const result = against === undefined ? targetTable(targets) : comparison(rows, against)
  say(`\n${tableOf(rows)}\n\n${result}\n`)
  const { durability } = database
  say(`One Postgres with ${JSON.stringify(durability)}, data in the temporary folder.`)
  const file = await writeResults('signups', { durability, seconds: SECONDS, rows, targets })
  say(`Written to ${file}`)
}

if (!findOnPath('wrk')) throw new Error('The benchmark needs wrk: apt-get install wrk')
if (!findOnPath('pgbench')) say('Without pgbench (apt-get install postgresql-contrib).')
const database = await startDatabase()
try {
  await compare(database)
} finally {
  for (const end of ends.reverse()) await end()
  await database.remove()
}
