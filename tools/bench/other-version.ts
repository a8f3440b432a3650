import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createDatabase, PASS_FILE } from '../../tests/support/database.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { run } from './program.ts'

/** Writes the sources of a commit to a folder, beside the packages of this tree. Returns the folder. */
export async function checkOut(commit: string, folder: string): Promise<string> {
  const tree = join(folder, 'tree')
  await mkdir(tree)
  const archive = join(folder, 'tree.tar')
  await run('git', ['-C', ROOT, 'archive', '--output', archive, commit])
  await run('tar', ['-x', '-f', archive, '-C', tree])
  await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  return tree
}

/** A database on the same server with the tables of another tree. Returns the URL for their owner. */
export async function otherDatabase(serverUrl: string, tree: string): Promise<string> {
  const url = await createDatabase(serverUrl, 'other_version')
  await run(process.execPath, [join(tree, 'api/src/migrate.ts')], {
    DATABASE_URL: url,
    API_PASSFILE: PASS_FILE,
  })
  return url
}
