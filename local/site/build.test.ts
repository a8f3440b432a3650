import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../tests/support/repository.ts'
import { SOURCES } from './build.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Imports of code, without imports of types. */
const IMPORT = /^(?:import|export) (?!type )(?:[^'"]*? from )?'(\.[^']+\.tsx?)'/gm

function importedBy(files: readonly string[]): Set<string> {
  const found = new Set<string>()
  const follow = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const [, path = ''] of read(file).matchAll(IMPORT)) follow(join(dirname(file), path))
  }
  for (const file of files) follow(file)
  return found
}

const isSource = (file: string): boolean =>
  SOURCES.some((source) => file === source || file.startsWith(`${source}/`))

test('a change of any file that the site’s build uses makes the build stale', () => {
  const imported = importedBy(
    globSync('web/build/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/*.test.ts'] }),
  )
  expect(imported).toContain('letters/html.ts')
  expect([...imported].filter((file) => !isSource(file))).toEqual([])
})

test('the image of the site is built from the same files as the site’s build', () => {
  const [, stage = ''] = read('Dockerfile').split(/^FROM manifests AS build-site$/m)
  const [own = ''] = stage.split(/^FROM /m)
  const copied = [...own.matchAll(/^COPY (\S+) \S+$/gm)].map(([, source = '']) => source)
  expect(['package-lock.json', ...copied].toSorted()).toEqual([...SOURCES].toSorted())
})
