import { changedFiles } from '../tools/mutants/changed.ts'

const COMPOSE = ['docker-compose.yml', 'Dockerfile', 'tests/support/stack/']

/**
 * Tests that are slow and whose code is rarely changed, with the paths that they guard.
 * `npm run test:nightly` runs them, `npm test` leaves them out, and `.ci/run` runs those with a change.
 */
const GUARDS: Readonly<Record<string, readonly string[]>> = {
  'api/contract/corpus': ['api/contract/'],
  'api/signup/minute-of-faults': ['api/src/signup/', 'api/src/database/'],
  'browser/another-site': ['web/build/', 'web/content/brand.ts', 'tests/support/another-site.ts'],
  'browser/other-browsers': ['web/app/', 'tests/support/visitors/'],
  'browser/pages/stability': ['web/design/', 'web/build/'],
  'browser/waitlist/new-question': ['api/contract/', 'web/waitlist/'],
  'stack/compose/backup': ['api/src/transfer/', 'waitlist', ...COMPOSE],
  'stack/compose/database-log': ['api/src/metrics/', 'api/src/database/', ...COMPOSE],
  'stack/compose/reboot': ['api/src/server.ts', 'nginx/', ...COMPOSE],
  'stack/compose/scale': ['api/src/http/', 'nginx/', ...COMPOSE],
  'stack/compose/site-image': [
    'deploy/kubernetes/',
    'nginx/start.sh',
    'nginx/release/',
    ...COMPOSE,
  ],
  'stack/nginx/observatory': ['nginx/', 'web/build/security-headers.ts'],
  'stack/nginx/slow-clients': ['nginx/nginx.conf', 'nginx/api.conf', 'nginx/proxy.conf'],
  'stack/ops/certificate': ['ops/certificate', 'nginx/', ...COMPOSE],
  'stack/ops/own-certificate': ['nginx/', ...COMPOSE],
  'stack/ops/upgrade': ['ops/upgrade', 'waitlist', 'nginx/release/', ...COMPOSE],
  'stack/ops/upgrade-failures': ['ops/upgrade', 'waitlist', 'nginx/release/', ...COMPOSE],
}

const ALL = Object.keys(GUARDS)

const file = (name: string): string => `${name}.test.ts`

function withChanges(): readonly string[] {
  const changed = changedFiles()
  return ALL.filter((name) =>
    [`tests/${file(name)}`, ...(GUARDS[name] ?? [])].some((guarded) =>
      changed.some((path) => path.startsWith(guarded)),
    ),
  )
}

/** A file that the command line names runs at any time. */
const named = ALL.filter((name) =>
  process.argv.some(
    (argument) => argument.split('/').at(-1)?.split('.')[0] === name.split('/').at(-1),
  ),
)

/** Chooses the files of a project, as patterns for vitest. */
export function chooseFiles(folders: readonly string[]) {
  const mode = process.env['NIGHTLY']
  const chosen = mode === 'only' ? ALL : mode === 'changed' ? withChanges() : []
  const daily = {
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    exclude: ALL.filter((name) => ![...chosen, ...named].includes(name)).map(file),
  }
  const nightly = ALL.filter((name) => folders.some((folder) => name.startsWith(`${folder}/`)))
  return mode === 'only' ? { include: nightly.map(file), exclude: [] } : daily
}
