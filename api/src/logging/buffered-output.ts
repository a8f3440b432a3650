import { destination } from 'pino'

/** The size of a write, a little less than Docker reads at once. In characters. */
const CHUNK = 16_000

/** Waiting lines are written after this. In milliseconds. */
const INTERVAL = 250

/**
 * Standard output that collects lines, because a system call per line takes a tenth of a signup's
 * time. pino's own buffer measures all waiting bytes for each line: 1.6 µs instead of 0.1 µs.
 */
export function bufferedOutput() {
  const output = destination({ dest: 1, sync: false, minLength: CHUNK })
  let lines = ''
  const flush = (): void => {
    output.write(lines)
    lines = ''
  }
  setInterval(() => {
    flush()
    output.flush()
  }, INTERVAL).unref()
  process.once('exit', () => {
    flush()
    output.flushSync()
  })
  return {
    write(line: string): void {
      lines += line
      if (lines.length >= CHUNK) flush()
    },
  }
}
