import { once } from 'node:events'

export interface Lifecycle {
  /** Aborted when the process has to stop. */
  readonly signal: AbortSignal
  /**
   * Registers how to stop something that has just started. Things stop in the reverse order of their start.
   * @throws if the process is already stopping
   */
  onStop(undo: () => Promise<unknown>): void
  /** Called to stop everything after a failure. */
  fail(reason: string): void
}

// If the terminal or a `tee` ends first, writes fail. That must not keep the process from stopping.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

export const say = (line: string): boolean => process.stdout.write(`${line}\n`)
export const complain = (line: string): boolean => process.stderr.write(`${line}\n`)

/** Returns an error's message, or a syntax error's stack, because only the stack contains the file and the line. */
const explain = (error: unknown): string =>
  error instanceof SyntaxError ? String(error.stack) : String((error as Error)?.message ?? error)

/**
 * Starts something, waits for a signal (which may come during the start), and stops everything that was started. The
 * process then exits, with status 0 unless something failed.
 */
export async function runUntilStopped(start: (life: Lifecycle) => Promise<void>): Promise<never> {
  const abort = new AbortController()
  const { signal } = abort
  const undos: (() => Promise<unknown>)[] = []
  const fail = (reason: string): void => {
    complain(reason)
    process.exitCode = 1
    abort.abort()
  }
  const onStop: Lifecycle['onStop'] = (undo) => {
    undos.push(undo)
    signal.throwIfAborted()
  }
  // The listeners stay, so that a second Ctrl-C does not cut the database's shutdown short.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      say(signal.aborted ? 'Still stopping …' : '\nStopping …')
      abort.abort()
    })
  }
  try {
    await start({ signal, onStop, fail })
    if (!signal.aborted) await once(signal, 'abort')
  } catch (error) {
    if (!signal.aborted) fail(explain(error))
  }
  for (const undo of undos.reverse()) await undo().catch(({ message }: Error) => fail(message))
  process.exit()
}
