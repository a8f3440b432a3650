import type { SecurePlan } from './secure-stack.ts'
import type { StackPlan } from './stack.ts'

/** The stacks that all test files of a run share. */
export interface SharedStacks {
  readonly pid: number
  /** The stack that has built the images for all others. */
  readonly images: StackPlan
  /** A stack behind a proxy: the tests act as the proxy. */
  readonly plain: StackPlan
  /** A stack with the `tls` profile, an inbox, and a database that this machine can reach. */
  readonly secure: SecurePlan
}

/** The variable that the global setup sets for the workers of Vitest and Playwright Test. */
export const STACKS = 'TEST_STACKS'

/** The running stacks, or null on a machine without a container engine. */
export const stacks: SharedStacks | null = JSON.parse(process.env[STACKS] ?? 'null')
