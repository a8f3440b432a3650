import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestCase } from 'vitest/node'
import { readGraph, stepsTo } from '../../tests/reach.ts'
import type { Verdict } from '../../tests/results.ts'
import { type Break, isFunctions } from './breaks.ts'

/** Makes the server log each statement, which shows what a test file reaches and which SQL is invalid. */
const LOG =
  'log_destination=jsonlog log_rotation_size=0 log_statement=all log_parameter_max_length=0 log_timezone=UTC'
const READ_LOG = "SELECT pg_read_binary_file(pg_current_logfile('jsonlog'), $1, 268435456) AS part"

/** SQLSTATEs of statements that no database accepts, whatever is in its tables. */
const INVALID = /^42(?:601|7|8(?:03|04)|P1)|^08P01/

/** Running this test starts the database that all tests share. */
const FIRST = 'tests/database/http/health.test.ts'

/** The result of a test file. */
interface Run {
  /** The first test that fails. Undefined if all pass. */
  readonly red?: string | undefined
  readonly tests: readonly Traced[]
  /** The message about the first invalid statement. */
  readonly invalid?: string | undefined
}

/** A test, how long it took, and the statements that were sent during it. */
interface Traced {
  readonly name: string
  readonly milliseconds: number
  readonly statements: readonly string[]
}

interface LogLine {
  readonly timestamp: string
  readonly message: string
  readonly state_code?: string
}

/** A fixture's statements count towards the first test that needs the fixture. */
function trace(test: TestCase, lines: readonly LogLine[]): Traced {
  const { startTime = 0, duration = 0 } = test.diagnostic() ?? {}
  const isDuring = ({ timestamp }: LogLine) => {
    const time = Date.parse(timestamp)
    return time >= Math.floor(startTime) && time <= startTime + duration
  }
  const statements = new Set(lines.filter(isDuring).map(({ message }) => message))
  return { name: test.name, milliseconds: duration, statements: [...statements] }
}

/** Returns the source of a regular expression that matches a string literally. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Counts the path segments that a test shares with a source, because `tests/database` mirrors `api/src`. */
function sharedFolders(test: string, source: string): number {
  const [names, others] = [test.split('/').slice(2), source.split('/').slice(2)]
  const different = names.findIndex((name, depth) => name.replace('.test', '') !== others[depth])
  return different < 0 ? names.length : different
}

/** Changes a file in a copy of the repository, and returns a function that reverts the change. */
export function makeChange(tree: string, { file, start, end, text }: Break): () => void {
  const path = join(tree, file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, before.slice(0, start) + text + before.slice(end))
  return () => writeFileSync(path, before)
}

/**
 * Starts Vitest and a database in a copy of the repository, for generated breaks.
 * @param most - the time limit for one break's tests, in milliseconds
 */
export async function openTrials(tree: string, isOver: () => boolean, most: number) {
  process.env['TEST_POSTGRES_SETTINGS'] = `logging_collector=on ${LOG}`
  const { migrateForApi, select, TEMPLATE }: typeof import('../../tests/support/database.ts') =
    await import(join(tree, 'tests/support/database.ts'))
  const vitest = await createVitest('test', {
    ...{ root: join(tree, 'tests'), config: join(tree, 'tests/vitest.config.ts') },
    ...{ project: ['unit', 'database'], watch: false, reporters: [{}], bail: 1, maxWorkers: 1 },
  })
  const specs = await vitest.globTestSpecifications()
  const graph = readGraph(tree)
  const clean = new Map<string, Run>()
  /** The test files that noticed a break, most recent first. */
  let noticed: readonly string[] = []
  let read = 0

  /** Runs a file's tests, or those with one of the names. */
  async function run(file: string, names: readonly string[] = []): Promise<Run> {
    vitest.setGlobalTestNamePattern(new RegExp(names.map(literally).join('|')))
    const isOwn = ({ moduleId }: { readonly moduleId: string }) => moduleId === join(tree, file)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs.filter(isOwn))
    const modules = testModules.filter(isOwn)
    const [failed] = modules.flatMap((module) => [...module.children.allTests('failed')])
    const isGreen = unhandledErrors.length === 0 && modules.every((module) => module.ok())
    const [log] = await select<{ part: Buffer }>(databaseUrl(), READ_LOG, [String(read)])
    const whole = log?.part.subarray(0, log.part.lastIndexOf('\n') + 1) ?? Buffer.of()
    read += whole.length
    const texts = whole.toString().split('\n').slice(0, -1)
    const lines: LogLine[] = texts.map((line) => JSON.parse(line))
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    return {
      red: isGreen ? undefined : (failed?.fullName ?? 'outside of its tests'),
      tests: tests.map((test) => trace(test, lines)),
      invalid: lines.find(({ state_code = '' }) => INVALID.test(state_code))?.message,
    }
  }
  const databaseUrl = () => process.env['TEST_POSTGRES_URL'] ?? ''

  async function runClean(test: string): Promise<Run> {
    const result = clean.get(test) ?? (await run(test))
    clean.set(test, result)
    return result
  }

  /** Makes the next run load a file again, and the database reload its functions. */
  async function reload(file: string): Promise<void> {
    vitest.invalidateFile(join(tree, file))
    if (isFunctions(file)) await migrateForApi(new URL(TEMPLATE, databaseUrl()).href)
  }

  async function runBroken(test: string, broken: Break, names: readonly string[]): Promise<Run> {
    const takeBack = makeChange(tree, broken)
    try {
      await reload(broken.file)
      return await run(test, names)
    } catch (error) {
      return { red: '', tests: [], invalid: String(error) }
    } finally {
      takeBack()
      await reload(broken.file)
    }
  }

  /** Returns the file's tests that send a break's statements; undefined if that is not known. */
  const reaching = (test: string, { isPartOf }: Break): readonly Traced[] | undefined =>
    isPartOf && clean.get(test)?.tests.filter(({ statements }) => statements.some(isPartOf))

  /** Returns the test files that may reach a break. Those known to reach it come first, fastest first. */
  function testsOf(broken: Break): string[] {
    const isUser = ([path, text]: readonly [string, string]) =>
      isFunctions(broken.file)
        ? !isFunctions(path) && broken.isPartOf?.(text)
        : path === broken.file
    const users = [...graph.texts].filter(isUser).map(([path]) => path)
    const steps = stepsTo(graph, users)
    /** The duration in seconds, minus a bonus for a test that is likely to notice the break. */
    function rank(test: string): number {
      const near = 5 * sharedFolders(test, broken.file) + 5 / (2 + noticed.indexOf(test))
      const tests = reaching(test, broken)
      if (!tests?.length) return 1_000 * (steps.get(test) ?? 0) - near
      return tests.reduce((sum, { milliseconds }) => sum + milliseconds / 1_000, 0) - near
    }
    return specs
      .map(({ moduleId }) => moduleId.slice(tree.length + 1))
      .filter((test) => steps.has(test))
      .map((test) => ({ test, rank: rank(test) }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ test }) => test)
  }

  await runClean(FIRST)
  return {
    async try(broken: Break): Promise<Verdict> {
      const start = performance.now()
      let runs = 0
      for (const test of testsOf(broken)) {
        if (isOver()) return { kind: 'unfinished', reason: 'the time is up' }
        if (performance.now() > start + most) break
        const before = await runClean(test)
        const names = reaching(test, broken)?.map(({ name }) => name)
        if (before.red !== undefined || names?.length === 0) continue
        runs += 1
        const { red, invalid } = await runBroken(test, broken, names ?? [])
        if (red === undefined) continue
        if (invalid && !before.invalid) return { kind: 'crashed', reason: invalid }
        noticed = [test, ...noticed.filter((other) => other !== test)]
        return { kind: 'noticed', reason: `${test} › ${red}` }
      }
      return { kind: 'survived', reason: `green: ${runs} test files that reach it` }
    },
    /** The test files that fail even without a break, so they cannot judge one. */
    unsound: () => [...clean].filter(([, { red }]) => red !== undefined).map(([test]) => test),
    close: () => vitest.close(),
  }
}
