import { join } from 'node:path'
import { parseCLI } from 'vitest/node'
import { changedFiles } from '../tools/mutants/changed.ts'

const COMPOSE = ['docker-compose.yml', 'Dockerfile', 'tests/support/stack/']

/**
 * Tests that are slow and whose code is rarely changed, with the paths that they guard.
 * `npm run test:nightly` runs them, and `.ci/run` those with a change. `npm test` leaves them out, unless
 * its arguments lead to them: `npm test -- stack/ops` does, and `npm test -- stack` does not.
 */
const GUARDS: Readonly<Record<string, readonly string[]>> = {
  'api/contract/corpus': ['contract/'],
  'api/inbox/minute-of-faults': ['api/src/inbox/', 'api/src/database/'],
  'api/transfer/large-list': ['api/src/transfer/', 'api/src/cli/', 'docker-compose.yml'],
  'browser/another-site': ['web/build/', 'web/content/brand.ts', 'tests/support/another-site.ts'],
  'browser/other-browsers': ['web/app/', 'tests/support/visitors/'],
  'browser/pages/stability': ['web/design/', 'web/build/'],
  'browser/waitlist/new-question': ['contract/', 'web/waitlist/'],
  'stack/compose/outages': [
    'api/src/transfer/',
    'api/src/metrics/',
    'api/src/database/',
    'api/src/server.ts',
    'nginx/',
    'waitlist',
    ...COMPOSE,
  ],
  'stack/compose/scale': ['api/src/http/', 'nginx/', ...COMPOSE],
  'stack/compose/site-image': [
    'deploy/kubernetes/',
    'nginx/start.sh',
    'nginx/release/',
    ...COMPOSE,
  ],
  'stack/devcontainer': ['.devcontainer/', '.npmrc'],
  'stack/deploy/alerts': ['deploy/prometheus/'],
  'stack/deploy/images': ['deploy/images.yml', 'ops/upgrade', ...COMPOSE],
  'stack/nginx/observatory': ['nginx/', 'web/build/security-headers.ts'],
  'stack/nginx/slow-clients': ['nginx/nginx.conf', 'nginx/api-request.conf', 'nginx/proxy.conf'],
  'stack/ops/certificate': ['ops/certificate', 'nginx/', ...COMPOSE],
  'stack/ops/new-postgres': ['api/src/transfer/', 'docs/backup.md', 'ops/database/', ...COMPOSE],
  'stack/ops/own-certificate': ['nginx/', ...COMPOSE],
  'stack/ops/upgrade': ['ops/upgrade', 'ops/database/', 'waitlist', 'nginx/release/', ...COMPOSE],
}

const ALL = Object.keys(GUARDS)

const file = (name: string): string => `${name}.test.ts`

function withChanges(changed: readonly string[]): readonly string[] {
  return ALL.filter((name) =>
    [`tests/${file(name)}`, ...(GUARDS[name] ?? [])].some((guarded) =>
      changed.some((path) => path.startsWith(guarded)),
    ),
  )
}

/** The paths on vitest's command line, as vitest reads them. */
const filtersOf = (argv: readonly string[]): readonly string[] =>
  parseCLI(['vitest', ...argv], { allowUnknownOptions: true }).filter

/** Whether a filter leads to the file. One that names a whole project does not. */
function isNamed(name: string, filter: string): boolean {
  const wanted = filter.replace(/^\.\//, '').replace(/:\d+$/, '')
  const [project = ''] = name.split('/')
  const path = (file: string) => join(import.meta.dirname, file)
  return path(file(name)).includes(wanted) && !path(project).includes(wanted)
}

/**
 * Chooses the files of a project, as patterns for vitest. Below a project's folder, the command line
 * chooses among all of them.
 */
export function chooseFiles(
  folders: readonly string[],
  argv: readonly string[] = process.argv.slice(2),
  mode = process.env['NIGHTLY'],
  findChanges: () => readonly string[] = changedFiles,
) {
  const filters = filtersOf(argv)
  if (mode === 'only' && filters.length === 0) {
    const nightly = ALL.filter((name) => folders.some((folder) => name.startsWith(`${folder}/`)))
    return { include: nightly.map(file), exclude: [] }
  }
  const changed = mode === 'changed' ? withChanges(findChanges()) : []
  const chosen = (name: string) =>
    changed.includes(name) || filters.some((filter) => isNamed(name, filter))
  return {
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    exclude: ALL.filter((name) => !chosen(name)).map(file),
  }
}
