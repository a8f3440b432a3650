/**
 * A function for the FROM of a statement, whose commit then waits for the disk whatever the server's
 * default is. A startup parameter could not keep a stricter default, such as `remote_apply`.
 */
export const DURABLE = `set_config(
  'synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true
)`
