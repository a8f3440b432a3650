import { expect } from 'vitest'
import type { Place, Stack } from './stack.ts'
import { startVisits } from './visits.ts'

/** Ways to run and to watch `./waitlist upgrade`. */
export function upgrades(stack: Stack) {
  return {
    /** The ids of the running containers. */
    containers: async () =>
      (await stack.shell('docker compose ps --quiet api db nginx')).trim().split('\n'),
    upgrade: (place?: Place) => stack.shell('./waitlist upgrade', place),
    /** Does some work while people read and join, and expects that all of them succeed. */
    async whileVisited(work: () => Promise<unknown>): Promise<void> {
      const visits = startVisits(stack.url)
      await work().catch(async (error) => {
        await visits.stop()
        throw error
      })
      await expect.poll(() => visits.joined.length).toBeGreaterThan(20)
      await visits.expectNobodyLost(stack)
    },
  }
}
