import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseFiles, guardedBy } from './nightly.ts'
import { ROOT } from './support/repository.ts'

const UPGRADE = 'nightly/stack/upgrade.test.ts'
const DAILY = 'stack/nginx/headers.test.ts'
const HEALTH = 'database/http/health.test.ts'
const LATER = 'stack/database/later.test.ts'
const FILES = [DAILY, UPGRADE, HEALTH, LATER]

test.each([
  [['nightly/stack'], [UPGRADE]],
  [['nightly/stack/upgrade.test.ts'], [UPGRADE]],
  [
    ['database/http/health', 'upgrade'],
    [UPGRADE, HEALTH],
  ],
  [[], [DAILY, HEALTH, LATER]],
  [['stack'], [DAILY, LATER]],
  [['database'], [HEALTH]],
  [['later'], [LATER]],
  [['stack/nginx'], [DAILY]],
])('`npm test -- %s` runs %s', (filters, chosen) => {
  expect(chooseFiles(FILES, filters, '')).toEqual(chosen)
})

test('`npm run test:nightly` runs the slow files, or the files that its arguments select', () => {
  expect(chooseFiles(FILES, [], 'only')).toEqual([UPGRADE])
  expect(chooseFiles(FILES, ['stack/nginx'], 'only')).toEqual([DAILY])
  expect(chooseFiles(FILES, [UPGRADE], 'only')).toEqual([UPGRADE])
})

test.each([
  ['nginx/publish', true],
  ['tests/nightly/stack/upgrade.test.ts', true],
  ['Dockerfile', true],
  ['nginx/nginx.conf', false],
])('whether a change to %s runs the slow upgrade test: %s', (path, runs) => {
  expect(chooseFiles(FILES, [], 'changed', () => [path]).includes(UPGRADE)).toBe(runs)
})

test.each(globSync('nightly/**/*.test.ts', { cwd: import.meta.dirname }))(
  '%s lists the paths that it guards, and all of them exist',
  (file) => {
    const guarded = guardedBy(file)
    expect(guarded.length).toBeGreaterThan(1)
    expect(guarded.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  },
)
