/**
 * Modules whose tests need no database, no network and no other process: `tests/unit/api`. Stryker
 * changes them one place at a time; each change is a mutant that some test must notice.
 */
const IN: Readonly<Record<string, readonly string[]>> = {
  'api/contract': ['held-data', 'questions', 'rules'],
  'api/src': ['config', 'html', 'link-posts', 'networks', 'validators'],
  'api/src/errors': ['field-errors'],
  'api/src/mail': [
    'announcement',
    'delivery-report',
    'letter',
    'links',
    'sending-time',
    'templates',
  ],
  'api/src/signup': [
    'backup-file',
    'batcher',
    'body-schema',
    'cross-site',
    'export-file',
    'identity',
    'import-file',
    'import-record',
    'person',
    'rate-limit',
    'signup',
    'split-lines',
  ],
}

/** Paths from the top folder of the repository. */
export const MODULES: readonly string[] = Object.entries(IN).flatMap(([folder, names]) =>
  names.map((name) => `${folder}/${name}.ts`),
)
