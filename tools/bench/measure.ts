import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { signupAddress } from '@ad-kit/contract'
import { bodyOf, newPerson } from '../../tests/support/people.ts'
import { run } from './program.ts'

/** The result of one run: rates in signups a second, times in milliseconds. */
export interface Measurement {
  readonly rate: number
  /** The number of signups with a 201. */
  readonly written: number
  readonly p50: number | undefined
  readonly p99: number | undefined
}

export interface Load {
  readonly connections: number
  readonly seconds: number
}

interface WrkResult {
  readonly requests: number
  readonly microseconds: number
  readonly failures: number
  readonly p50: number
  readonly p99: number
}

/**
 * Sends signups over HTTP with wrk, which needs less processor time than a generator in Node.js.
 * @throws if any response was an error
 */
export async function measureHttp(origin: string, load: Load): Promise<Measurement> {
  const args = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`]
  const script = ['-s', join(import.meta.dirname, 'signups.lua')]
  const email = `${randomUUID().slice(0, 8)}.000000000@example.com`
  const body = JSON.stringify(bodyOf(newPerson({ email })))
  const output = await run('wrk', [...args, ...script, origin + signupAddress(), '--', body])
  const last = output.trim().split('\n').at(-1) ?? ''
  const { requests, microseconds, failures, p50, p99 } = JSON.parse(last) as WrkResult
  if (failures > 0) throw new Error(`${failures} of ${requests} signups failed.`)
  return {
    rate: requests / (microseconds / 1e6),
    written: requests,
    p50: p50 / 1e3,
    p99: p99 / 1e3,
  }
}

/** Prepared single-row inserts by pgbench, directly on the database. */
export async function measurePgbench(databaseUrl: string, load: Load): Promise<Measurement> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const threads = Math.min(availableParallelism(), load.connections)
  const output = await run(
    'pgbench',
    [
      ...['--no-vacuum', '--protocol=prepared', `--client=${load.connections}`],
      ...[`--jobs=${threads}`, `--time=${load.seconds}`],
      `--file=${join(import.meta.dirname, 'insert.sql')}`,
      ...['--host', hostname, '--port', port, '--username', username, pathname.slice(1)],
    ],
    { PGPASSWORD: password },
  )
  const [, written] = /^number of transactions actually processed: (\d+)/m.exec(output) ?? []
  const [, rate] = /^tps = ([\d.]+)/m.exec(output) ?? []
  if (!written || !rate) throw new Error(`pgbench tells no rate:\n${output}`)
  return { rate: Number(rate), written: Number(written), p50: undefined, p99: undefined }
}
