import { changedFiles } from '../tools/mutants/changed.ts'

const COMPOSE = ['docker-compose.yml', 'Dockerfile', 'tests/support/stack/']

/**
 * Tests that are slow and whose code is rarely changed, with the paths that they guard.
 * `npm run test:nightly` runs them, and `.ci/run` those with a change. `npm test` leaves them out, unless
 * its arguments lead to them: `npm test -- nightly/stack` does, and `npm test -- stack` does not.
 */
const GUARDS: Readonly<Record<string, readonly string[]>> = {
  'nightly/database/corpus': ['contract/'],
  'nightly/database/minute-of-faults': ['api/src/inbox/', 'api/src/database/'],
  'nightly/database/new-question': ['contract/', 'web/waitlist/'],
  'nightly/database/large-list': ['api/src/transfer/', 'api/src/cli/', 'docker-compose.yml'],
  'nightly/browser/another-site': [
    'web/build/',
    'web/content/brand.ts',
    'tests/support/another-site.ts',
  ],
  'nightly/browser/other-browsers': ['web/app/', 'tests/support/visitors/'],
  'nightly/browser/stability': ['web/design/', 'web/build/'],
  'nightly/stack/outages': [
    'api/src/transfer/',
    'api/src/metrics/',
    'api/src/database/',
    'api/src/server.ts',
    'nginx/',
    'waitlist',
    ...COMPOSE,
  ],
  'nightly/stack/scale': ['api/src/http/', 'nginx/', ...COMPOSE],
  'nightly/stack/site-image': [
    'deploy/kubernetes/',
    'nginx/start.sh',
    'nginx/release/',
    ...COMPOSE,
  ],
  'nightly/stack/devcontainer': ['.devcontainer/', '.npmrc'],
  'nightly/stack/alerts': ['deploy/prometheus/'],
  'nightly/stack/published-images': ['deploy/images.yml', 'ops/upgrade', ...COMPOSE],
  'nightly/stack/observatory': ['nginx/', 'web/build/security-headers.ts'],
  'nightly/stack/slow-clients': ['nginx/nginx.conf', 'nginx/api-request.conf', 'nginx/proxy.conf'],
  'nightly/stack/certificate': ['ops/certificate', 'nginx/', ...COMPOSE],
  'nightly/stack/new-postgres': [
    'api/src/transfer/',
    'docs/backup.md',
    'ops/database/',
    ...COMPOSE,
  ],
  'nightly/stack/own-certificate': ['nginx/', ...COMPOSE],
  'nightly/stack/upgrade': [
    'ops/upgrade',
    'ops/database/',
    'waitlist',
    'nginx/release/',
    ...COMPOSE,
  ],
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
