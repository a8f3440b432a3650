import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The result of a test with a change that breaks its promise. Only `red` is good. */
export interface Verdict {
  readonly kind: 'red' | 'green' | 'crashed'
  /** The first line of the message that decided the verdict. */
  readonly reason: string
}

interface Result {
  /** The status as the runner calls it. */
  readonly status: string
  readonly messages: readonly string[]
}

/** The JSON report of Vitest, as far as it is needed. */
interface VitestReport {
  readonly testResults: readonly {
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { status: string; failureMessages?: string[] }[]
  }[]
}

type Errors = readonly { readonly message?: string }[]

interface Suite {
  readonly specs: readonly {
    readonly tests: readonly { status: string; results: readonly { errors: Errors }[] }[]
  }[]
  readonly suites?: readonly Suite[]
}

const messagesOf = (errors: Errors) => errors.map(({ message = '' }) => message)

/** Reads Vitest's results. A file that does not load is a failure without a test. */
const ofVitest = ({ testResults }: VitestReport): readonly Result[] =>
  testResults.flatMap(({ status, message, assertionResults }) =>
    assertionResults.length === 0
      ? [{ status, messages: [message] }]
      : assertionResults.map((each) => ({ ...each, messages: each.failureMessages ?? [] })),
  )

const ofSuite = ({ specs, suites = [] }: Suite): readonly Result[] => [
  ...specs
    .flatMap(({ tests }) => tests)
    .map(({ status, results }) => ({
      status,
      messages: results.flatMap(({ errors }) => messagesOf(errors)),
    })),
  ...suites.flatMap(ofSuite),
]

/** @param report - the JSON report of Playwright Test */
const ofPlaywright = ({ suites, errors }: { suites: readonly Suite[]; errors: Errors }) => [
  ...suites.flatMap(ofSuite),
  ...messagesOf(errors).map((message) => ({ status: 'failed', messages: [message] })),
]

/** Matches the errors of expectations in Vitest, Node.js, supertest and Playwright. */
const ASSERTION =
  /^AssertionError\b|^Error: (?:expected|promise (?:resolved|rejected)) |^(?:Error: )?expect(?:\.\w+)?\(/m

/** Judges a run by its results: an error that is no assertion says nothing about the promise. */
export function judge(results: readonly Result[]): Verdict {
  const errors = results
    .filter(({ status }) => ['failed', 'unexpected'].includes(status))
    .flatMap(({ messages }) => messages.map(stripVTControlCharacters))
  const assertion = errors.find((message) => ASSERTION.test(message))
  const [reason = ''] = (assertion ?? errors[0] ?? '').split('\n')
  if (assertion !== undefined) return { kind: 'red', reason }
  if (errors.length > 0) return { kind: 'crashed', reason }
  return results.some(({ status }) => ['passed', 'expected'].includes(status))
    ? { kind: 'green', reason }
    : { kind: 'crashed', reason: 'No test has run.' }
}

/** Judges the JSON reports that a run has left in a folder. */
export function judgeReports(folder: string): Verdict {
  const read = (name: string) => {
    const path = join(folder, name)
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  }
  const vitest = read('vitest.json')
  const playwright = read('playwright.json')
  return judge([
    ...(vitest ? ofVitest(vitest) : []),
    ...(playwright ? ofPlaywright(playwright) : []),
  ])
}
