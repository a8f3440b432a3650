import { join } from 'node:path'
import { findOnPath } from '../../tests/support/on-path.ts'
import { type BenchDatabase, startDatabase } from './database.ts'
import { type Load, type Measurement, measureHttp, measurePgbench } from './measure.ts'
import { atLeast, below, type Row, ratio, rowOf, tableOf, targetTable } from './report.ts'
import { writeResults } from './results.ts'
import { type Server, startServer } from './server.ts'

// `npm run bench`: durable signups a second of several contenders on one machine and one Postgres.
// It is not a test: compare the ratios, because the numbers depend on the machine.

const ROUNDS = 5
const SECONDS = 3
const TOGETHER = 64

interface Contender {
  readonly name: string
  readonly measure: (load: Load) => Promise<Measurement>
}

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

async function measureOnce(
  { measure }: Contender,
  connections: number,
  database: BenchDatabase,
): Promise<Measurement> {
  await database.reset()
  const measurement = await measure({ connections, seconds: SECONDS })
  const rows = await database.count()
  if (rows < measurement.written) {
    throw new Error(`${measurement.written} signups were answered, but only ${rows} have a row.`)
  }
  return measurement
}

/** Runs all contenders in every round, so that a busy moment slows all of them. */
async function measureAll(
  contenders: readonly Contender[],
  database: BenchDatabase,
): Promise<Row[]> {
  const runs = [TOGETHER, 1].flatMap((connections) =>
    contenders.map((contender) => ({ contender, connections, found: [] as Measurement[] })),
  )
  for (let round = 0; round <= ROUNDS; round += 1) {
    say(round === 0 ? 'warming up' : `round ${round} of ${ROUNDS}`)
    for (const { contender, connections, found } of runs) {
      const measurement = await measureOnce(contender, connections, database)
      if (round > 0) found.push(measurement)
    }
  }
  return runs.map(({ contender, connections, found }) => rowOf(contender.name, connections, found))
}

function targetsOf(rows: readonly Row[]) {
  const find = (name: string, connections: number) =>
    rows.find((row) => row.name === name && row.connections === connections)
  const together = find('this API', TOGETHER)
  return [
    atLeast('× pgbench, 64 connections', 1, ratio(together, find('pgbench', TOGETHER))),
    atLeast('× plain, 64 connections', 3, ratio(together, find('plain', TOGETHER))),
    atLeast('× plain, 1 connection', 0.9, ratio(find('this API', 1), find('plain', 1))),
    below('p99 in ms, 64 connections', 12, together?.p99),
  ]
}

async function compare(database: BenchDatabase, servers: Server[]): Promise<void> {
  const start = async (name: string, entry: string): Promise<Contender> => {
    const server = await startServer(entry, database.url, join(database.folder, 'requests.log'))
    servers.push(server)
    return { name, measure: (load) => measureHttp(server.origin, load) }
  }
  const contenders = [
    await start('this API', 'api/src/server.ts'),
    await start('plain', 'tools/bench/plain-server.ts'),
    ...(findOnPath('pgbench')
      ? [{ name: 'pgbench', measure: (load: Load) => measurePgbench(database.url, load) }]
      : []),
  ]
  const rows = await measureAll(contenders, database)
  const targets = targetsOf(rows)
  say(`\n${tableOf(rows)}\n\n${targetTable(targets)}\n`)
  say(`One Postgres with ${JSON.stringify(database.durability)}, data in the temporary folder.`)
  const { durability } = database
  const file = await writeResults('signups', { durability, seconds: SECONDS, rows, targets })
  say(`Written to ${file}`)
}

if (!findOnPath('wrk')) throw new Error('The benchmark needs wrk: apt-get install wrk')
if (!findOnPath('pgbench')) say('Without pgbench (apt-get install postgresql-contrib).')
const servers: Server[] = []
const database = await startDatabase()
try {
  await compare(database, servers)
} finally {
  for (const server of servers) await server.stop()
  await database.remove()
}
