/** A change that breaks a promise, and the test that notices it. */
export interface Break {
  /** Its id in docs/reliability.md. */
  readonly promise: string
  readonly file: string
  /** Occurs once in the file. */
  readonly find: string
  readonly replace: string
  /** The file of the test. */
  readonly test: string
  /** A part of the test's name as it stands in the file. */
  readonly name: string
}

/** In the order of docs/reliability.md. Each turns a test red (`npm run break`). */
export const BREAKS: readonly Break[] = [
  {
    promise: 'saved-before-201',
    file: 'api/src/system/pool.ts',
    find: "current_setting('synchronous_commit'), 'off', 'on')",
    replace: "current_setting('synchronous_commit'), 'off', 'off')",
    test: 'tests/database/list/durability.test.ts',
    name: 'a signup is on the disk before its 201',
  },
  {
    promise: 'bad-row-alone',
    file: 'api/src/list/batcher.ts',
    find: 'error instanceof DatabaseUnavailable || entries.length === 1',
    replace: 'error instanceof Error',
    test: 'tests/database/list/batches.test.ts',
    name: 'one that the database refuses fails alone',
  },
  {
    promise: 'one-mailbox',
    file: 'api/src/list/identity.ts',
    find: "local.replace(/(?<=.)\\+.*/su, '')",
    replace: 'local',
    test: 'tests/database/list/fold.test.ts',
    name: 'the tags of a mailbox are one person',
  },
  {
    promise: 'newest-form',
    file: 'api/src/list/fold.ts',
    find: 'ORDER BY email_key, sent_at DESC',
    replace: 'ORDER BY email_key, sent_at',
    test: 'tests/database/list/fold.test.ts',
    name: 'the newest of several forms that are folded together decides',
  },
  {
    promise: 'leaving',
    file: 'migrations/functions.sql',
    find: ' AND (left_at IS NULL OR left_at < links.created_at)\n',
    replace: '\n',
    test: 'tests/database/mail/leaving.test.ts',
    name: 'is signed up by somebody else five times, and gets one email',
  },
  {
    promise: 'quarantine',
    file: 'api/src/list/fold.ts',
    find: 'FROM forms WHERE honeypot IS NULL',
    replace: 'FROM forms',
    test: 'tests/database/list/fold.test.ts',
    name: 'quarantines a form with the hidden field',
  },
  {
    promise: 'frozen-worker',
    file: 'api/src/mail/leases.ts',
    find: 'WHERE id = $1 AND lease = $2 RETURNING 1',
    replace: 'WHERE id = $1 AND $2::text IS NOT NULL RETURNING 1',
    test: 'tests/database/mail/claim.test.ts',
    name: 'nothing that the first worker does changes it',
  },
  {
    promise: 'mail-tls',
    file: 'api/src/mail/transport.ts',
    find: 'requireTLS: !secure && !isLocal && !isPlain',
    replace: 'requireTLS: false',
    test: 'tests/database/mail/transport.test.ts',
    name: 'a mail server on another machine must offer TLS',
  },
  {
    promise: 'api-role',
    file: 'api/src/system/roles.ts',
    find: 'GRANT SELECT (name) ON pgmigrations',
    replace: 'GRANT SELECT ON people, pgmigrations',
    test: 'tests/database/system/roles.test.ts',
    name: 'and nothing else',
  },
  {
    promise: 'own-origin',
    file: 'api/src/http/cross-site.ts',
    find: 'ALLOWED_SITES.includes(String(site))',
    replace: 'true',
    test: 'tests/database/http/cross-site.test.ts',
    name: 'only a page of an origin in CORS_ORIGIN may send the form',
  },
]
