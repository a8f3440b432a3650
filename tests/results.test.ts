import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { conclude, judge } from './results.ts'
import { temporaryFolder } from './support/for-a-test.ts'

/** Returns how a Vitest run with these test statuses ends, and what it prints. */
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

test('a run ends with each runner’s counts, followed by the failures', () => {
  const { isWell, lines } = endOf(['failed', 'passed', 'skipped'])
  expect(isWell).toBe(false)
  expect(lines).toEqual(['Vitest: 1 passed, 1 failed, 1 skipped', 'FAILED: a.test.ts › is failed:'])
})

test('a skipped test counts as a failure only in CI', () => {
  expect(endOf(['passed', 'skipped']).isWell).toBe(true)
  expect(endOf(['passed', 'skipped'], { ci: 'true' }).isWell).toBe(false)
})

test('a runner that ends with an error has failed even if all of its tests passed', () => {
  expect(endOf(['passed'], { isGreen: false }).isWell).toBe(false)
})

const failed = (message: string) =>
  ({ title: '', state: 'failed', milliseconds: 0, messages: [message] }) as const
const passed = { title: '', state: 'passed', milliseconds: 0, messages: [] } as const

test.each([
  'AssertionError: expected 1 to be 2\n    at file.ts:1:1',
  'Error: expected 200 "OK", got 503 "Service Unavailable"',
  'Error: promise resolved "1" instead of rejecting',
  'Error: \u001b[2mexpect(\u001b[22mlocator\u001b[2m).toBeVisible(\u001b[22m) failed',
  'Error: the page is quiet\n\nexpect(received).toEqual(expected)',
])('the assertion %j notices a change', (message) => {
  expect(judge([passed, failed(message)]).kind).toBe('noticed')
})

test.each([
  'SyntaxError: Unexpected token',
  'Error: Cannot find module expect',
  'TypeError: expected is undefined',
  'Error: Test timed out in 30000ms.',
])('the crash %j does not show whether a test notices a change', (message) => {
  expect(judge([passed, failed(message)]).kind).toBe('crashed')
})

test('a change survives if its test passes, and the result is unknown if no test has run', () => {
  expect(judge([passed]).kind).toBe('survived')
  expect(judge([{ ...passed, state: 'skipped' }]).kind).toBe('crashed')
  expect(judge([]).kind).toBe('crashed')
})
