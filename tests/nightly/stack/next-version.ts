import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../support/repository.ts'

/** Copies everything that `./waitlist upgrade` needs. */
export async function copyVersion(): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'version-'))
  const ignored = await readFile(join(ROOT, '.dockerignore'), 'utf8')
  const built = [...ignored.matchAll(/^!(.+)$/gm)].map(([, name = '']) => name)
  const own = ['.dockerignore', 'Dockerfile', 'docker-compose.yml', 'waitlist', 'deploy']
  for (const name of [...own, ...built]) {
    await cp(join(ROOT, name), join(tree, name), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    })
  }
  return tree
}

/** Makes a version with other styles, and therefore other policies, and with a new migration. */
export async function makeNextVersion(): Promise<string> {
  const tree = await copyVersion()
  const slower = "\nObject.assign(duration, { fast: '130ms' })\n"
  await appendFile(join(tree, 'web/design/tokens.ts'), slower)
  await writeFile(
    join(tree, 'migrations/9999_next_version.sql'),
    // A table that a view depends on cannot be dropped.
    `ALTER TABLE people ADD COLUMN next_version text;
CREATE VIEW next_version AS SELECT * FROM people;
`,
  )
  return tree
}

/** The last tree before 1.0.0, which has different tables. */
const BEFORE_1 = '9a4dfb6562d94faf2c5779d85c956cf336512647'

/** Gets the last version before 1.0.0 from Git, which fetches it into a shallow clone. */
export async function versionBefore1(): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'version-'))
  const script = `git cat-file -e "$1" || git fetch --quiet --depth=1 origin "$1"
    git archive "$1" | tar --extract --directory="$2"`
  const bash = ['-euo', 'pipefail', '-c', script, 'bash', BEFORE_1, tree]
  await promisify(execFile)('bash', bash, { cwd: ROOT })
  return tree
}
