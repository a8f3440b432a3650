import { describe } from 'vitest'

/**
 * Tests that need more than every machine has. Without it they are skipped, and the output says why.
 *
 * @param missing - the reason why this machine cannot run them
 * @throws if `CI=true` forbids skipping them
 */
export function describeUnless(missing: string | undefined, name: string, tests: () => void): void {
  if (missing && process.env['CI'] === 'true') throw new Error(`CI=true, but ${missing}.`)
  if (missing) process.stdout.write(`Skipped: ${name}, because ${missing}.\n`)
  describe.skipIf(missing)(name, tests)
}
