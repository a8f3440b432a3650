import { vi } from 'vitest'

/** In milliseconds. Only what never happens should take so long. */
const PATIENCE = 60_000

/** Repeats a check until it throws nothing. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, PATIENCE)
