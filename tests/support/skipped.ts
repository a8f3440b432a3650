import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const fileIn = (folder: string): string => join(folder, 'skipped')

/** Says which tests are skipped and why: at the end of `npm test`, or immediately without it. */
export function explainSkip(what: string, why: string): void {
  const folder = process.env['TEST_RESULTS']
  if (folder) appendFileSync(fileIn(folder), `${what}: ${why}\n`)
  else process.stdout.write(`Skipped: ${what}: ${why}\n`)
}

/** Returns the tests that a run of `npm test` skipped. */
export const readSkips = (folder: string): readonly string[] =>
  existsSync(fileIn(folder)) ? readFileSync(fileIn(folder), 'utf8').trim().split('\n') : []
