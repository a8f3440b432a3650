import { complain, say } from './say.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Lifecycle {
  /** Aborted when the person asks to stop. */
  readonly signal: AbortSignal
  /**
   * Registers how to undo what was just started; it is undone in reverse order.
   * @throws when the person has asked to stop meanwhile, so that nothing more is started
   */
  onStop(undo: () => Promise<unknown>): void
  /** Stops everything because something ended that should not have. */
  fail(reason: string): void
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

async function undoAll(undos: (() => Promise<unknown>)[]): Promise<void> {
  for (const undo of undos.reverse()) {
    await undo().catch((error: Error) => {
      complain(error.message)
      process.exitCode = 1
    })
  }
}

/**
 * Starts something, waits until the person asks to stop (Ctrl-C or a signal, also during
 * the start), undoes it all, and ends the process: with 0 unless something failed.
 */
export async function runUntilStopped(start: (life: Lifecycle) => Promise<void>): Promise<never> {
  const abort = new AbortController()
  const { signal } = abort
  const undos: (() => Promise<unknown>)[] = []
  const stop = (): void => {
    say(signal.aborted ? 'Still stopping …' : '\nStopping …')
    abort.abort()
  }
  // kept until the end: a second Ctrl-C must not cut the database's shutdown short
  for (const name of SIGNALS) process.on(name, stop)

  const fail = (reason: string): void => {
    complain(reason)
    process.exitCode = 1
    abort.abort()
  }
  try {
    await start({
      signal,
      fail,
      onStop(undo) {
        undos.push(undo)
        signal.throwIfAborted()
      },
    })
    await aborted(signal)
  } catch (error) {
    if (!signal.aborted) fail(error instanceof Error ? error.message : String(error))
  }
  await undoAll(undos)
  process.exit()
}
