import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../tests/support/repository.ts'
import { choose, documentedPromises } from './choose.ts'
import { BREAKS, type Break } from './promises.ts'
import { occurrences } from './tree.ts'
import { judge } from './verdict.ts'

describe('BREAKS', () => {
  test('every promise has a break, and every break has a known promise', () => {
    const broken = new Set(BREAKS.map(({ promise }) => promise))
    expect([...broken].toSorted()).toEqual(documentedPromises().toSorted())
  })

  test('each break changes a text that occurs once in its file', () => {
    const isWrong = (each: Break) =>
      !existsSync(join(ROOT, each.file)) || occurrences(each, ROOT) !== 1
    expect(BREAKS.filter((each) => isWrong(each) || each.find === each.replace)).toEqual([])
  })

  test('each break names a test that exists', () => {
    const isMissing = ({ test, name }: Break) =>
      !existsSync(join(ROOT, test)) || !readFileSync(join(ROOT, test), 'utf8').includes(name)
    expect(BREAKS.filter(isMissing)).toEqual([])
  })
})

describe('choosing breaks', () => {
  const breakOf = (promise: string): Break => ({
    promise,
    file: `api/${promise}.ts`,
    find: 'a',
    replace: 'b',
    test: `tests/${promise}.test.ts`,
    name: 'a promise is kept',
  })
  const breaks = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map(breakOf)
  const chosen = (choice: Parameters<typeof choose>[1]) =>
    choose(breaks, choice).map(({ promise }) => promise)

  test('breaks are chosen by their promise, their file or their test', () => {
    expect(chosen({ filters: ['two', 'api/five.ts', 'tests/three'] })).toEqual([
      'two',
      'three',
      'five',
    ])
  })

  test('at most two breaks whose file or test has changed are chosen, the most changed first', () => {
    const changed = ['api/five.ts', 'tests/two.test.ts', 'api/two.ts', 'api/one.ts']
    expect(chosen({ filters: [], changed })).toEqual(['five', 'two'])
    expect(chosen({ filters: [], changed: ['docs/README.md'] })).toEqual([])
  })

  test('the cheapest breaks are chosen first, and only one if all need containers', () => {
    const chosenOf = (...tests: string[]) => {
      const changed = tests.map((test) => ({ ...breakOf('one'), test }))
      return choose(changed, { filters: [], changed: ['api/one.ts'] }).map(({ test }) => test)
    }
    const [stack, night] = ['tests/stack/a.test.ts', 'tests/nightly/a.test.ts']
    const [unit, browser] = ['api/src/a.test.ts', 'tests/browser/a.test.ts']
    expect(chosenOf(night, stack)).toEqual([stack])
    expect(chosenOf(stack, browser)).toEqual([browser, stack])
    expect(chosenOf(stack, browser, unit)).toEqual([unit, browser])
  })

  test('a seventh of the breaks is chosen each day, so that a week has all', () => {
    const week = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => chosen({ filters: [], day }))
    expect(week).toHaveLength(breaks.length)
    expect(new Set(week).size).toBe(breaks.length)
  })
})

describe('verdicts', () => {
  const failed = (...messages: string[]) => ({ status: 'failed', messages }) as const
  const passed = { status: 'passed', messages: [] } as const

  test.each([
    'AssertionError: expected 1 to be 2\n    at file.ts:1:1',
    'Error: expected 200 "OK", got 503 "Service Unavailable"',
    'Error: promise resolved "1" instead of rejecting',
    'Error: \u001b[2mexpect(\u001b[22mlocator\u001b[2m).toBeVisible(\u001b[22m) failed',
    'Error: the page is quiet\n\nexpect(received).toEqual(expected)',
  ])('a break is red for the assertion %j', (message) => {
    expect(judge([passed, failed(message)]).kind).toBe('red')
  })

  test.each([
    'SyntaxError: Unexpected token',
    'Error: Cannot find module expect',
    'TypeError: expected is undefined',
    'Error: Test timed out in 30000ms.',
  ])('a break is not red for the crash %j', (message) => {
    expect(judge([passed, failed(message)]).kind).toBe('crashed')
  })

  test('a break is green when its test passes, and a crash when no test has run', () => {
    expect(judge([passed]).kind).toBe('green')
    expect(judge([{ status: 'skipped', messages: [] }]).kind).toBe('crashed')
    expect(judge([]).kind).toBe('crashed')
  })
})
