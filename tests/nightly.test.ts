import { expect, test } from 'vitest'
import { chooseFiles } from './nightly.ts'

const UPGRADE = 'stack/ops/upgrade.test.ts'
const DAILY = 'stack/ops/**/*.test.ts'

test.each([
  [['stack/ops'], true],
  [['stack/ops/upgrade'], true],
  [['./stack/ops/upgrade.test.ts:12'], true],
  [['api/health', 'upgrade'], true],
  [[], false],
  [['stack'], false],
  [['stack/nginx'], false],
  [['--project', 'stack'], false],
  [['-t', 'an upgrade'], false],
])('whether `npm test -- %s` runs a slow file: %s', (argv, runs) => {
  const { include, exclude } = chooseFiles(['stack/ops'], ['run', ...argv], '')
  expect(include).toEqual([DAILY])
  expect(!exclude.includes(UPGRADE)).toBe(runs)
})

test('`npm run test:nightly` runs the slow files alone, or what its arguments lead to', () => {
  const all = chooseFiles(['stack/ops'], ['run'], 'only')
  expect(all.include).toContain(UPGRADE)
  expect(all.include).not.toContain(DAILY)
  const named = chooseFiles(['stack/ops'], ['run', UPGRADE], 'only')
  expect(named.include).toEqual([DAILY])
  expect(named.exclude).not.toContain(UPGRADE)
})

test.each([
  ['nginx/release/publish', true],
  ['tests/stack/ops/upgrade.test.ts', true],
  ['nginx/nginx.conf', false],
])('a change of %s runs the slow file of the upgrade: %s', (path, runs) => {
  const { exclude } = chooseFiles(['stack/ops'], ['run'], 'changed', () => [path])
  expect(!exclude.includes(UPGRADE)).toBe(runs)
})
