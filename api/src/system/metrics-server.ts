import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import type pg from 'pg'
import { shared } from './shared.ts'

/** The row without a name has the catalogs that all databases share. */
export const HEALTH = `
  SELECT sum(deadlocks)::float8 AS deadlock, sum(checksum_failures)::float8 AS damaged_page,
    (SELECT max(age(datfrozenxid))::float8 FROM pg_database) AS age
  FROM pg_stat_database WHERE datname IS NULL OR datname = current_database()`

const KINDS = ['deadlock', 'damaged_page'] as const

export type Health = Readonly<Record<'age', number> & Record<(typeof KINDS)[number], number | null>>

/** Adds what the server's log cannot say, because Postgres quotes people at the same level. */
export function watchServer(pool: pg.Pool, registry: Registry): void {
  const registers = [registry]
  const read = shared(async () => (await pool.query<Health>(HEALTH)).rows.at(0))
  new Counter({
    name: 'database_problems_total',
    help: 'Deadlocks, and pages that the disk returned damaged. Missing while the database is away.',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset()
      const health = await read().catch(() => undefined)
      // without data checksums, the number of damaged pages is null
      if (health) for (const kind of KINDS) this.inc({ kind }, health[kind] ?? 0)
    },
  })
  new Gauge({
    name: 'database_transaction_age',
    help: 'Transactions since the oldest one that is not frozen. At 2 billion, all writes fail.',
    registers,
    async collect() {
      const health = await read().catch(() => undefined)
      if (health) this.set(health.age)
    },
  })
}
