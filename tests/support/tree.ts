import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { WITHOUT_ENV_FILE } from '../../local/site/build.ts'
import { ROOT } from './repository.ts'
import { SITE } from './site-setup.ts'

const run = promisify(execFile)

/** Copies the sources of the site and the API to a temporary folder, which the function passed to `atEnd` removes. */
export async function copyTree(atEnd: (remove: () => Promise<void>) => void): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'site-tree-'))
  atEnd(() => rm(tree, { recursive: true }))
  for (const name of [
    ...['package.json', 'package-lock.json', 'tsconfig.json'],
    ...['api', 'contract', 'local', 'letters', 'migrations', 'web'],
  ]) {
    await cp(join(ROOT, name), join(tree, name), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    })
  }
  await linkPackages(tree)
  return tree
}

/** Copies all files that Git does not ignore, and the tests' site, to a temporary folder. */
export async function copyRepository(): Promise<string> {
  const tree = mkdtempSync(join(tmpdir(), 'repository-'))
  // Some tests start programs as another user.
  chmodSync(tree, 0o755)
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  for (const file of new Set(files)) {
    // A deleted file stays on Git's list until the deletion is staged.
    if (file && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(tree, file))
  }
  await linkPackages(tree)
  if (existsSync(SITE)) {
    const copy = join(tree, SITE.slice(ROOT.length))
    cpSync(SITE, copy, { recursive: true, preserveTimestamps: true })
  }
  return tree
}

/** Links the installed packages, but uses the tree's own workspaces. */
async function linkPackages(tree: string): Promise<void> {
  const [from, to] = [join(ROOT, 'node_modules'), join(tree, 'node_modules')]
  await mkdir(join(to, '@ad-kit'), { recursive: true })
  const names = (await readdir(from)).filter((name) => !['@ad-kit', '.cache'].includes(name))
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name))))
  for (const name of await readdir(join(from, '@ad-kit'))) {
    if (!existsSync(join(tree, name))) continue
    await symlink(join(tree, name), join(to, '@ad-kit', name))
    // These packages have other versions than the root's.
    const nested = join(ROOT, name, 'node_modules')
    if (existsSync(nested)) await symlink(nested, join(tree, name, 'node_modules'))
  }
}

/** Runs a program that imports from a tree. If it fails, throws an Error with its output. */
export const runInTree = (tree: string, program: string, env: NodeJS.ProcessEnv = process.env) =>
  run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: tree,
    env,
  })

/** Builds a tree's site. If that fails, throws an Error with the build's output. */
export const buildTree = (tree: string, env: NodeJS.ProcessEnv = process.env) =>
  run('npm', ['run', 'build', '--workspace=web'], {
    cwd: tree,
    env: { ...env, ...WITHOUT_ENV_FILE },
  })
