import { destination } from 'pino'

/** What one write holds: somewhat less than Docker reads at once. In characters. */
const CHUNK = 16_000

/** How often lines that wait are passed on. In milliseconds. */
const INTERVAL = 250

/**
 * The standard output, written to whenever a chunk has gathered or a line has waited for long,
 * and when the process ends, unless it is killed. A system call for each line would cost a
 * tenth of a signup. pino's destination, which could gather too, measures all that it holds
 * anew with each line.
 */
export function bufferedOutput() {
  const output = destination({ dest: 1, sync: false, minLength: CHUNK })
  let lines = ''
  const pass = (): void => {
    output.write(lines)
    lines = ''
  }
  setInterval(() => {
    pass()
    output.flush()
  }, INTERVAL).unref()
  process.once('exit', () => {
    pass()
    output.flushSync()
  })
  return {
    write(line: string): void {
      lines += line
      if (lines.length >= CHUNK) pass()
    },
  }
}
