import { spawnSync } from 'node:child_process'

/**
 * The reason why this machine cannot run tests with containers, or undefined if it can.
 *
 * @throws if `REQUIRE_CONTAINERS=1` forbids skipping them
 */
export function missingEngine(): string | undefined {
  const reason = findReason()
  if (reason !== undefined && process.env['REQUIRE_CONTAINERS'] === '1') {
    throw new Error(`REQUIRE_CONTAINERS=1, but ${reason}`)
  }
  return reason
}

function findReason(): string | undefined {
  if (!succeeds('version')) return 'no container engine responds'
  if (!succeeds('compose', 'version')) return 'the container engine has no compose plugin'
  return undefined
}

/** A broken engine may accept the connection and never respond, so there is a timeout. */
function succeeds(...args: string[]): boolean {
  return spawnSync('docker', args, { stdio: 'ignore', timeout: 10_000 }).status === 0
}
