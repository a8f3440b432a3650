import { changedFiles } from '../tools/mutants/changed.ts'

const COMPOSE = ['docker-compose.yml', 'Dockerfile', 'tests/support/stack/']

/**
 * Tests that are slow and whose code is rarely changed, with the paths that they guard.
 * `npm run test:nightly` runs them, and `.ci/run` those with a change. `npm test` leaves them out, unless
 * its arguments lead to them: `npm test -- stack/ops` does, and `npm test -- stack` does not.
 */
const GUARDS: Readonly<Record<string, readonly string[]>> = {
  'database/contract/corpus': ['contract/'],
  'database/inbox/minute-of-faults': ['api/src/inbox/', 'api/src/database/'],
  'database/people/new-question': ['contract/', 'web/waitlist/'],
  'database/transfer/large-list': ['api/src/transfer/', 'api/src/cli/', 'docker-compose.yml'],
  'browser/another-site': ['web/build/', 'web/content/brand.ts', 'tests/support/another-site.ts'],
  'browser/other-browsers': ['web/app/', 'tests/support/visitors/'],
  'browser/pages/stability': ['web/design/', 'web/build/'],
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

const fileOf = (name: string): string => `${name}.test.ts`

const NIGHTLY = new Set(Object.keys(GUARDS).map(fileOf))

const withChanges = (changed: readonly string[]): ReadonlySet<string> =>
  new Set(
    Object.entries(GUARDS)
      .filter(([name, guarded]) =>
        [`tests/${fileOf(name)}`, ...guarded].some((start) =>
          changed.some((path) => path.startsWith(start)),
        ),
      )
      .map(([name]) => fileOf(name)),
  )

/** A filter is the beginning of a path, or else any part of one. */
function leadsTo(files: readonly string[], filter: string): (file: string) => boolean {
  const begins = (file: string) => file.startsWith(filter)
  return files.some(begins) ? begins : (file) => file.includes(filter)
}

/** Chooses test files. A filter that leads to a whole project leaves its nightly files out. */
export function chooseFiles(
  files: readonly string[],
  filters: readonly string[],
  mode = process.env['NIGHTLY'],
  findChanges: () => readonly string[] = changedFiles,
): readonly string[] {
  if (mode === 'only' && filters.length === 0) return files.filter((file) => NIGHTLY.has(file))
  const changed = mode === 'changed' ? withChanges(findChanges()) : new Set()
  const wanted = filters.map((filter) => ({ filter, leadsTo: leadsTo(files, filter) }))
  const isNamed = (file: string) => {
    const [project = ''] = file.split('/')
    return wanted.some(({ filter, leadsTo }) => leadsTo(file) && !project.includes(filter))
  }
  return files
    .filter((file) => wanted.length === 0 || wanted.some(({ leadsTo }) => leadsTo(file)))
    .filter((file) => !NIGHTLY.has(file) || changed.has(file) || isNamed(file))
}
