import { destination } from 'pino'

/**
 * Standard output that is written in the background, a quarter of a second later at most. A write for
 * each line would take a tenth of a signup's time.
 */
export const output = () =>
  destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 250 })
