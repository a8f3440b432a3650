import getPort, { portNumbers } from 'get-port'

const worker = Number(process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? 0)

/** Below the ports that the kernel chooses, and each worker has its own. */
const FIRST = 10_000 + 500 * worker

/** A port that stays free until this worker uses it, also while a server that had it is away. */
export const freePort = (): Promise<number> =>
  getPort({ port: portNumbers(FIRST, FIRST + 499), reserve: true })
