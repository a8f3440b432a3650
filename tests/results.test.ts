import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { conclude } from './results.ts'
import { temporaryFolder } from './support/for-a-test.ts'

/** How a run of Vitest ends whose tests have these statuses. */
function endOf(statuses: readonly string[], { isGreen = true, ci = '' } = {}) {
  vi.stubEnv('CI', ci)
  const folder = temporaryFolder()
  const tests = statuses.map((status) => ({ fullName: `is ${status}`, status }))
  const file = { name: 'a.test.ts', status: 'passed', message: '', assertionResults: tests }
  writeFileSync(join(folder, 'vitest.json'), JSON.stringify({ testResults: [file] }))
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const isWell = conclude(folder, new Map([['vitest', isGreen]]))
  const lines = write.mock.calls.map(([line]) => String(line).trim()).filter(Boolean)
  write.mockRestore()
  vi.unstubAllEnvs()
  return { isWell, lines }
}

test('a run ends with the counts of each runner, and a failure is the last line', () => {
  const { isWell, lines } = endOf(['failed', 'passed', 'skipped'])
  expect(isWell).toBe(false)
  expect(lines).toEqual(['Vitest: 1 passed, 1 failed, 1 skipped', 'FAILED: a.test.ts › is failed:'])
})

test('a skipped test is a failure only in CI', () => {
  expect(endOf(['passed', 'skipped']).isWell).toBe(true)
  expect(endOf(['passed', 'skipped'], { ci: 'true' }).isWell).toBe(false)
})

test('a runner that ends with an error has failed even if all of its tests passed', () => {
  expect(endOf(['passed'], { isGreen: false }).isWell).toBe(false)
})
