import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../tests/support/repository.ts'
import { SITE } from '../../tests/support/site-setup.ts'
import { linkPackages } from '../../tests/support/tree.ts'
import type { Break } from './promises.ts'

/** Copies all files that Git does not ignore and the site of the tests to a temporary folder. Packages are links. */
export async function copyRepository(): Promise<string> {
  const tree = mkdtempSync(join(tmpdir(), 'break-'))
  // Some tests start programs as another user.
  chmodSync(tree, 0o755)
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  for (const file of new Set(files)) {
    // A deleted file is on Git's list until the deletion is staged.
    if (file && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(tree, file))
  }
  await linkPackages(tree)
  if (existsSync(SITE)) {
    const copy = join(tree, SITE.slice(ROOT.length))
    cpSync(SITE, copy, { recursive: true, preserveTimestamps: true })
  }
  return tree
}

/** Counts how often a break's text occurs in its file. */
export const occurrences = ({ file, find }: Break, root: string): number =>
  readFileSync(join(root, file), 'utf8').split(find).length - 1

/**
 * Makes the change of a break in a tree, and returns the function that takes it back.
 * @throws Error if the text does not occur exactly once
 */
export function makeChange(broken: Break, tree: string): () => void {
  const path = join(tree, broken.file)
  const before = readFileSync(path, 'utf8')
  if (occurrences(broken, tree) !== 1) throw new Error(`${broken.file} lacks: ${broken.find}`)
  writeFileSync(
    path,
    before.replace(broken.find, () => broken.replace),
  )
  return () => writeFileSync(path, before)
}
