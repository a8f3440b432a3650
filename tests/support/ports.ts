import getPort, { portNumbers } from 'get-port'

const worker = Number(process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? 0)

/** The kernel chooses higher ports, and fetch refuses 10080. Workers and parallel runs begin at different ports. */
const FIRST = 10_100 + 500 * worker + (process.pid % 250)

/** A port that stays free until this worker uses it, even while its server is stopped. */
export const freePort = (): Promise<number> =>
  getPort({ port: portNumbers(FIRST, FIRST + 249), reserve: true })
