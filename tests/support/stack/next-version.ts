import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ROOT } from '../../../api/local/repository.ts'

const STYLES = 'web/design/tokens.ts'

/**
 * Makes a source tree of a version with other styles, and so other policies, a new table
 * column, and a view, without which the table cannot be dropped.
 */
export async function makeNextVersion(): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'next-version-'))
  const ignored = await readFile(join(ROOT, '.dockerignore'), 'utf8')
  const built = [...ignored.matchAll(/^!(.+)$/gm)].map(([, name = '']) => name)
  const files = ['.dockerignore', 'Dockerfile', 'docker-compose.yml', 'waitlist', 'ops', ...built]
  for (const name of files) {
    await cp(join(ROOT, name), join(tree, name), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    })
  }
  const styles = await readFile(join(ROOT, STYLES), 'utf8')
  await writeFile(join(tree, STYLES), styles.replace(/(night950: '#.{5})./, '$17'))
  await writeFile(
    join(tree, 'migrations/9999_next_version.sql'),
    `-- Up Migration
ALTER TABLE signups ADD COLUMN next_version text;
CREATE VIEW next_version AS SELECT * FROM signups;
-- Down Migration
`,
  )
  return tree
}
