import { expect } from 'vitest'
import type { Place, Stack } from '../../support/stack/stack.ts'
import { startVisits } from '../../support/stack/visits.ts'

/** nginx reaches no API. */
const AWAY = ['502', '503', '504']

/** Ways to run and to watch `./waitlist upgrade`. */
export function upgrades(stack: Stack) {
  return {
    /** The ids of the running containers. */
    containers: async () =>
      (await stack.shell('docker compose ps --quiet api db nginx')).trim().split('\n'),
    upgrade: (place: Place) => stack.shell('./waitlist upgrade', place),
    /**
     * Does some work while people read and join. Expects that each page comes, that a form learns at most that there
     * is no API, and that no signup is lost.
     */
    async whileVisited(work: () => Promise<unknown>): Promise<void> {
      const visits = startVisits(stack.url)
      await work().catch(async (error) => {
        await visits.stop()
        throw error
      })
      const before = visits.joined.length
      await expect.poll(() => visits.joined.length).toBeGreaterThan(before + 20)
      await visits.expectNobodyLost(stack, AWAY)
    },
  }
}
