/** Machines of CI differ by a factor of three. */
export const PATIENCE = process.env['CI'] === 'true' ? 4 : 1

/** Only a test that hangs should reach it. In milliseconds. */
export const LIMIT = 30_000 * PATIENCE
