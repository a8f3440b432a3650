const MODULE = `
  import { syncBuiltinESMExports } from 'node:module'
  import promises from 'node:timers/promises'
  const { setTimeout: wait } = globalThis
  globalThis.setTimeout = (work, ms, ...values) => wait(work, ms / 10, ...values)
  const { setTimeout: sleep } = promises
  promises.setTimeout = (ms, ...values) => sleep(ms / 10, ...values)
  syncBuiltinESMExports()`

/** An option of Node.js: the timers of the process end ten times sooner. */
export const HASTE = `--import=data:text/javascript,${encodeURIComponent(MODULE)}`
