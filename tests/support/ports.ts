import getPort, { portNumbers } from 'get-port'

const worker = Number(process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? 0)

/**
 * The first port to try. The kernel chooses higher ones, and `fetch` refuses 10080. Workers and parallel runs start at
 * different ports.
 */
const FIRST = 10_100 + 500 * worker + (process.pid % 250)

/** Returns a port that stays reserved for this worker, even while its server is stopped. */
export const freePort = (): Promise<number> =>
  getPort({ port: portNumbers(FIRST, FIRST + 249), reserve: true })
