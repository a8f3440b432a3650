import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readSkips } from './support/skipped.ts'

export interface Result {
  readonly title: string
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly milliseconds: number
  /** The errors of a failed test, or the reason why it was skipped. */
  readonly messages: readonly string[]
}

/** The part of Vitest's JSON report that is needed here. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly duration?: number
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

type Errors = readonly { readonly message?: string }[]

interface Suite {
  readonly title: string
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly annotations: readonly { readonly type: string; readonly description?: string }[]
      readonly results: readonly { readonly duration: number; readonly errors: Errors }[]
    }[]
  }[]
  readonly suites?: readonly Suite[]
}

/** The statuses of both runners. A test that passed only on a retry counts as failed. */
const STATES: Readonly<Record<string, Result['state']>> = {
  passed: 'passed',
  expected: 'passed',
  skipped: 'skipped',
  pending: 'skipped',
  todo: 'skipped',
}
const stateOf = (status: string): Result['state'] => STATES[status] ?? 'failed'

const messagesOf = (errors: Errors) => errors.map(({ message = '' }) => message)

const failure = (title: string, message: string): Result => ({
  title,
  state: 'failed',
  milliseconds: 0,
  messages: [message],
})

const ofVitest = ({ testResults }: VitestReport): Result[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) =>
    status === 'failed' && assertionResults.length === 0
      ? [failure(name, message)]
      : assertionResults.map((test) => ({
          title: `${name} › ${test.fullName}`,
          state: stateOf(test.status),
          milliseconds: test.duration ?? 0,
          messages: test.failureMessages ?? [],
        })),
  )

const ofSuite = (suite: Suite, above: readonly string[] = []): Result[] => {
  const titles = [...above, suite.title]
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status, annotations, results }) => ({
      title: [...titles, title].join(' › '),
      state: stateOf(status),
      milliseconds: Math.max(0, ...results.map(({ duration }) => duration)),
      messages: [
        ...annotations.flatMap(({ type, description = '' }) =>
          type === 'skip' ? description : [],
        ),
        ...results.flatMap(({ errors }) => messagesOf(errors)),
      ],
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => ofSuite(inner, titles))]
}

const ofPlaywright = ({ suites, errors }: { suites: readonly Suite[]; errors: Errors }) => [
  ...suites.flatMap((suite) => ofSuite(suite)),
  ...messagesOf(errors).map((message) => failure('Playwright Test', message)),
]

/** Returns the results that a runner has written to a folder. */
function read(folder: string, runner: Runner): Result[] {
  const path = join(folder, `${runner}.json`)
  if (!existsSync(path)) return []
  const report = JSON.parse(readFileSync(path, 'utf8'))
  return runner === 'vitest' ? ofVitest(report) : ofPlaywright(report)
}

export const readResults = (folder: string): Result[] => [
  ...read(folder, 'playwright'),
  ...read(folder, 'vitest'),
]

/** The result of a test after a change that should make it fail. */
export interface Verdict {
  readonly kind: 'noticed' | 'survived' | 'crashed' | 'unfinished'
  /** The message that noticed the change, or why none did. */
  readonly reason: string
}

/** Matches the errors of failed assertions in Vitest, Node.js, supertest and Playwright. */
const ASSERTION =
  /^AssertionError\b|^Error: (?:expected|promise (?:resolved|rejected)) |^(?:Error: )?expect(?:\.\w+)?\(/m

/** Judges a change by a run's results. An error that is not a failed assertion says nothing about the change. */
export function judge(results: readonly Result[]): Verdict {
  const failed = results.filter(({ state }) => state === 'failed')
  const errors = failed.flatMap(({ messages }) => messages.map(stripVTControlCharacters))
  const assertion = errors.find((message) => ASSERTION.test(message))
  const [reason = ''] = (assertion ?? errors[0] ?? 'No test has run.').split('\n')
  if (assertion !== undefined) return { kind: 'noticed', reason }
  const isGreen = failed.length === 0 && results.some(({ state }) => state === 'passed')
  return isGreen ? { kind: 'survived', reason: 'its test is green' } : { kind: 'crashed', reason }
}

const RUNNERS = { playwright: 'Playwright Test', vitest: 'Vitest' }
export type Runner = keyof typeof RUNNERS

const STATES_IN_ORDER = ['passed', 'failed', 'skipped'] as const

const only = (results: readonly Result[], state: Result['state']): readonly Result[] =>
  results.filter((result) => result.state === state)

/** Writes what `.ci/run` adds up: the numbers of good and bad tests, and the bad ones' messages. */
function writeForCI(folder: string, good: number, bad: readonly Result[]): void {
  writeFileSync(join(folder, 'counts'), `${good} ${bad.length}\n`)
  const texts = bad.map(({ title, messages }) => `\n${[title, ...messages].join('\n')}\n`)
  appendFileSync(join(folder, 'failures'), stripVTControlCharacters(texts.join('')))
}

/**
 * Prints a line for each runner, then skipped tests, then failed ones. With `CI=true`, a skipped test is a failure.
 * @param folder - contains the runners' reports
 * @param green - whether each runner has ended without an error
 * @returns whether everything passed
 */
export function conclude(folder: string, green: ReadonlyMap<Runner, boolean>): boolean {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const isCI = process.env['CI'] === 'true'
  const all: Result[] = []
  for (const [runner, isGreen] of green) {
    const results = read(folder, runner)
    if (!isGreen && only(results, 'failed').length === 0)
      results.push(failure(RUNNERS[runner], 'ended with an error, which its output above shows'))
    all.push(...results)
  }
  if (all.length === 0) all.push(failure('npm test', 'No test has run.'))

  if (isCI) {
    const slowest = all.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 30)
    print('\nThe slowest tests, in seconds:')
    for (const { title, milliseconds } of slowest)
      print(`${(milliseconds / 1000).toFixed(1).padStart(7)}  ${title}`)
  }
  print('')
  for (const runner of green.keys()) {
    const results = read(folder, runner)
    const numbers = STATES_IN_ORDER.map((state) => `${only(results, state).length} ${state}`)
    print(`${RUNNERS[runner]}: ${numbers.join(', ')}`)
  }
  const reasons = only(all, 'skipped').flatMap(({ title, messages }) =>
    messages.map((message) => `${title}: ${message}`),
  )
  const skips = [...new Set([...readSkips(folder), ...reasons])]
  for (const skip of skips) print(`Skipped: ${skip}`)

  const failed = [...only(all, 'failed')]
  if (isCI) failed.push(...only(all, 'skipped'), ...skips.map((skip) => failure('Skipped', skip)))
  if (isCI) writeForCI(folder, only(all, 'passed').length, failed)
  for (const { title, messages } of failed) {
    const [first = ''] = stripVTControlCharacters(messages[0] ?? '').split('\n')
    print(`FAILED: ${title}: ${first}`)
  }
  return failed.length === 0
}
