import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ROOT } from '../../api/local/repository.ts'

/** The site and what builds it, in a folder of its own, for one test. */
export async function copyTree(): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'site-tree-'))
  onTestFinished(() => rm(tree, { recursive: true }))
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'api', 'web']) {
    await cp(join(ROOT, name), join(tree, name), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    })
  }
  await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  return tree
}
