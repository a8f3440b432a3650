import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a test said about a change. Only `red` is good. */
export interface Verdict {
  readonly kind: 'red' | 'green' | 'crashed'
  /** The first line of what decided it. */
  readonly reason: string
}

interface Result {
  readonly status: 'passed' | 'failed' | 'skipped'
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

interface Suite {
  readonly specs: readonly {
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly errors: readonly { message?: string }[] }[]
    }[]
  }[]
  readonly suites?: readonly Suite[]
}

/** The JSON report of Playwright Test, as far as it is needed. */
interface PlaywrightReport {
  readonly suites: readonly Suite[]
  readonly errors: readonly { message?: string }[]
}

const statusOf = (status: string): Result['status'] => {
  if (status === 'passed' || status === 'expected') return 'passed'
  return status === 'failed' || status === 'unexpected' ? 'failed' : 'skipped'
}

/** A file that does not load is a failure without a test. */
const ofVitest = ({ testResults }: VitestReport): readonly Result[] =>
  testResults.flatMap(({ status, message, assertionResults }) =>
    assertionResults.length === 0
      ? [{ status: statusOf(status), messages: [message] }]
      : assertionResults.map((result) => ({
          status: statusOf(result.status),
          messages: result.failureMessages ?? [],
        })),
  )

const ofSuite = ({ specs, suites = [] }: Suite): readonly Result[] => [
  ...specs
    .flatMap(({ tests }) => tests)
    .map(({ status, results }) => ({
      status: statusOf(status),
      messages: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
    })),
  ...suites.flatMap(ofSuite),
]

const ofPlaywright = ({ suites, errors }: PlaywrightReport): readonly Result[] => [
  ...suites.flatMap(ofSuite),
  ...errors.map(({ message = '' }) => ({ status: 'failed' as const, messages: [message] })),
]

/** The errors of Vitest's, Node's, supertest's and Playwright's expectations. */
const ASSERTION =
  /^AssertionError\b|^Error: expected |^(?:Error: )?expect(?:\.\w+)?\(|^Error: Snapshot /m

/** Judges a run by its results: an error that is no assertion says nothing about the promise. */
export function judge(results: readonly Result[]): Verdict {
  const errors = results
    .filter(({ status }) => status === 'failed')
    .flatMap(({ messages }) => messages.map(stripVTControlCharacters))
  const assertion = errors.find((message) => ASSERTION.test(message))
  const [reason = ''] = (assertion ?? errors[0] ?? '').split('\n')
  if (assertion !== undefined) return { kind: 'red', reason }
  if (errors.length > 0) return { kind: 'crashed', reason }
  if (results.some(({ status }) => status === 'passed')) return { kind: 'green', reason }
  return { kind: 'crashed', reason: 'No test has run.' }
}

/** Judges the JSON reports that a run has left in a folder. */
export function judgeReports(folder: string): Verdict {
  const read = (name: string) => {
    const path = join(folder, name)
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  }
  const [vitest, playwright] = [read('vitest.json'), read('playwright.json')]
  return judge([
    ...(vitest ? ofVitest(vitest) : []),
    ...(playwright ? ofPlaywright(playwright) : []),
  ])
}
