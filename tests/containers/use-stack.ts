import { afterAll, beforeAll } from 'vitest'
import type { Stack } from './stack.ts'

/** With nothing in the build cache: two or three `npm ci` and `apt-get install`. In ms. */
const START_LIMIT = 600_000

/** What nginx and the database may take to end, and more. In milliseconds. */
const REMOVAL_LIMIT = 120_000

/** One stack for all tests of a `describe`: what they have in common takes longest. */
export function useStack<Started extends Stack>(start: () => Promise<Started>): () => Started {
  let stack: Started | undefined
  beforeAll(async () => {
    stack = await start()
  }, START_LIMIT)
  afterAll(() => stack?.remove(), REMOVAL_LIMIT)
  return () => {
    if (stack === undefined) throw new Error('The stack is there from the first test on.')
    return stack
  }
}
