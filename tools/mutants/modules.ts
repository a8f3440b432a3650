/** @param folders - names of modules by their folder. Returns paths from the top folder of the repository. */
const modulesOf = (folders: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(folders).flatMap(([folder, names]) =>
    names.split(' ').map((name) => `${folder}/${name}.ts`),
  )

/**
 * Modules whose tests need no database, no network and no other process. Stryker
 * changes them one place at a time; each change is a mutant that some test must notice.
 */
export const ALONE = modulesOf({
  contract: 'held-data questions rules',
  mails: 'announcement html letter templates',
  'api/src/config': 'api environment owner validators worker',
  'api/src/http': 'cross-site link-posts networks rate-limit errors/field-errors',
  'api/src/inbox': 'batcher body-schema identity signup',
  'api/src/links': 'tokens',
  'api/src/mail': 'sender',
  'api/src/outbox': 'sending-time',
  'api/src/people': 'person',
  'api/src/text': 'time',
  'api/src/transfer':
    'backup-file formulas import-columns import-csv import-file import-record text-file',
})

/** The same with tests that need a database: vitest.database.config.ts names them. */
export const WITH_DATABASE = modulesOf({
  'api/src/board': 'guard',
  'api/src/inbox': 'fold',
  'api/src/outbox': 'claim',
  'api/src/transfer': 'export restore',
})
