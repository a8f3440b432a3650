import { spawnSync } from 'node:child_process'

/**
 * Why tests with containers cannot run on this machine; undefined when they can.
 *
 * @throws when `REQUIRE_CONTAINERS=1` forbids leaving them out
 */
export function missingEngine(): string | undefined {
  const reason = findReason()
  if (reason !== undefined && process.env['REQUIRE_CONTAINERS'] === '1') {
    throw new Error(`REQUIRE_CONTAINERS=1, but ${reason}`)
  }
  return reason
}

function findReason(): string | undefined {
  if (!answers('version')) return 'no container engine answers'
  if (!answers('compose', 'version')) return 'the container engine has no compose plugin'
  return undefined
}

/** A broken engine may accept the call and then say nothing. */
function answers(...args: string[]): boolean {
  return spawnSync('docker', args, { stdio: 'ignore', timeout: 10_000 }).status === 0
}
