/**
 * A function for the FROM of a statement, whose commit then waits for the disk whatever the server's
 * default is. PgBouncer forwards no startup parameters, so a statement has to ask for it itself.
 */
export const DURABLE = `set_config(
  'synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true
)`
