// Runs by day if a change touches tests/nightly/site/documented-edits.ts.

import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { copyRepository } from '../../support/tree.ts'
import { deleteQuotes, EDITS } from './documented-edits.ts'

const run = promisify(execFile)

/** The tests must not inherit what this test's runner sets for itself. */
const { PATH, HOME, TEST_POSTGRES_IMAGE } = process.env
const ENV = { PATH, HOME, ...(TEST_POSTGRES_IMAGE && { TEST_POSTGRES_IMAGE }) }

/** Runs tests in a tree, and returns the output lines about those that failed. */
async function failuresOf(tree: string, args: readonly string[]): Promise<string[]> {
  const options = { cwd: tree, env: ENV, maxBuffer: 256 * 1024 * 1024 }
  try {
    await run('npm', ['test', '--', ...args], options)
    return []
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const lines = stripVTControlCharacters(stdout).split('\n')
    const failures = lines.filter((line) => line.startsWith('FAILED: '))
    return failures.length > 0 ? failures : [`${error}`, stdout.slice(-2_000), stderr.slice(-2_000)]
  }
}

const projects = (...names: readonly string[]) => names.flatMap((name) => ['--project', name])

/** Applies edits to a copy of the repository, and runs tests there. */
async function failuresAfter(
  names: readonly string[],
  ...runs: readonly (readonly string[])[]
): Promise<string[]> {
  const tree = await copyRepository()
  onTestFinished(() => rm(tree, { recursive: true }))
  await deleteQuotes(tree)
  for (const name of names) await EDITS[name]?.apply(tree)
  const failures: string[] = []
  for (const args of runs) failures.push(...(await failuresOf(tree, args)))
  return failures
}

test.for(Object.keys(EDITS))(
  'after the edit “%s”, the tests that reach it pass',
  { timeout: 1_200_000 },
  async (name) => {
    const files = EDITS[name]?.reaches ?? []
    const reached = files.length > 0 ? [files] : []
    expect(await failuresAfter([name], projects('unit', 'site'), ...reached)).toEqual([])
  },
)

test('after all documented edits together, all tests pass', {
  timeout: 2_400_000,
}, async () => {
  const all = projects('unit', 'site', 'database', 'browser')
  expect(await failuresAfter(Object.keys(EDITS), all)).toEqual([])
})
