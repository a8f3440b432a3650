// Guards nightly-choice.

import { expect, test } from 'vitest'
import { chooseFiles } from './nightly.ts'

const UPGRADE = 'nightly/stack/upgrade.test.ts'
const DAILY = 'stack/nginx/headers.test.ts'
const HEALTH = 'database/endpoints/health.test.ts'
const LATER = 'stack/database/later.test.ts'
const FILES = [DAILY, UPGRADE, HEALTH, LATER]

test.each([
  [['nightly/stack'], [UPGRADE]],
  [['nightly/stack/upgrade.test.ts'], [UPGRADE]],
  [
    ['database/endpoints/health', 'upgrade'],
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

test('`npm run test:nightly` runs the slow files alone, or what its arguments lead to', () => {
  expect(chooseFiles(FILES, [], 'only')).toEqual([UPGRADE])
  expect(chooseFiles(FILES, ['stack/nginx'], 'only')).toEqual([DAILY])
  expect(chooseFiles(FILES, [UPGRADE], 'only')).toEqual([UPGRADE])
})

test.each([
  ['nginx/release/publish', true],
  ['tests/nightly/stack/upgrade.test.ts', true],
  ['nginx/nginx.conf', false],
])('a change of %s runs the slow file of the upgrade: %s', (path, runs) => {
  expect(chooseFiles(FILES, [], 'changed', () => [path]).includes(UPGRADE)).toBe(runs)
})
