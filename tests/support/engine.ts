import { spawnSync } from 'node:child_process'
import { describe } from 'vitest'
import { explainSkip } from './skipped.ts'

/** The timeout for a request to the engine, because a broken engine may accept the connection and never respond. */
const RESPONSE_MS = 10_000

/** The command that installs what tests with containers need. */
export const INSTALL = 'curl -fsSL https://get.docker.com | sudo sh'

/** The time limit for a check that may first have to pull an image. */
const PULL_MS = 600_000

/**
 * Returns why this machine cannot start containers from an image, or undefined if it can. Pulls the image if the engine
 * does not have it.
 *
 * @throws if `REQUIRE_CONTAINERS=1` forbids skipping the tests that need them
 */
export function missingImage(image: string): string | undefined {
  const reason = findReason(image)
  if (reason !== undefined && process.env['REQUIRE_CONTAINERS'] === '1') {
    throw new Error(`REQUIRE_CONTAINERS=1, but ${reason}`)
  }
  return reason
}

function findReason(image: string): string | undefined {
  if (!succeeds(['version'])) return `no container engine responds: ${INSTALL}`
  if (!succeeds(['compose', 'version'])) return `Docker has no Compose plugin: ${INSTALL}`
  if (succeeds(['image', 'inspect', image]) || succeeds(['pull', image], PULL_MS)) return undefined
  return `the container engine cannot pull the image: docker pull ${image}`
}

function succeeds(args: readonly string[], timeout = RESPONSE_MS): boolean {
  return spawnSync('docker', args, { stdio: 'ignore', timeout }).status === 0
}

/**
 * Declares tests that need something that some machines lack. On those machines, they are skipped, and the end of the
 * output says why.
 *
 * @param missing - why this machine cannot run them, or undefined if it can
 * @throws if `CI=true` forbids skipping them
 */
export function describeUnless(missing: string | undefined, name: string, tests: () => void): void {
  if (missing && process.env['CI'] === 'true') throw new Error(`CI=true, but ${missing}.`)
  if (missing) explainSkip(name, missing)
  describe.skipIf(missing)(name, tests)
}
