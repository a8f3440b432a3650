import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../../tests/support/repository.ts'

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const versionWith = (COMMIT: string): string =>
  execFileSync(process.execPath, ['api/src/owner.ts', '--version'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], COMMIT },
    encoding: 'utf8',
  })

test('waitlist --version prints the version and the commit that the image was built from', () => {
  expect(versionWith('0123abcd')).toBe(`${version} (commit 0123abcd)\n`)
})

test('in a checkout, waitlist --version prints the commit that is checked out', () => {
  const isCheckout = existsSync(join(ROOT, '.git'))
  const head = isCheckout
    ? execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
    : 'unknown'
  // Compose passes an unset variable as an empty one.
  expect(versionWith('')).toBe(`${version} (commit ${head})\n`)
})
