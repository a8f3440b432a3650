import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from '../../support/repository.ts'

export const MAIN = fileURLToPath(new URL('../../../api/src/owner.ts', import.meta.url))

export const COMMAND = `${process.execPath} ${MAIN}`

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly url?: string
  readonly input?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

const FOLDER = mkdtempSync(join(tmpdir(), 'waitlist-program-'))
process.on('exit', () => rmSync(FOLDER, { recursive: true, force: true }))

/** Each database has its own folder, because commands read the suppressions file there. */
const dataDirOf = (url: string): string => join(FOLDER, encodeURIComponent(url).slice(-100))

/** A compile cache for the program, which lets it start in half the time. */
const COMPILED = join(ROOT, 'node_modules/.cache/program')

/** Returns an environment without the tests' settings. */
export const environmentOf = (url = '') => ({
  NODE_COMPILE_CACHE: COMPILED,
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  DATABASE_URL: url,
  DATA_DIR: dataDirOf(url),
})

/** Waits until a process ends, and returns its output and exit status. */
export async function outcome(child: ChildProcess, input = ''): Promise<Ended> {
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  // A program that ends early does not read its input.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** Starts the owner's program, for a test that ends it early. */
export const start = (args: readonly string[], { url, cwd, env }: RunOptions = {}): ChildProcess =>
  spawn(process.execPath, [MAIN, ...args], { cwd, env: { ...environmentOf(url), ...env } })

/** Runs the owner's program without a terminal. */
export const run = (args: readonly string[], options: RunOptions = {}): Promise<Ended> =>
  outcome(start(args, options), options.input)

/**
 * Runs the program at a terminal.
 * @param replies pairs of how a question ends and which keys to type
 * @returns the terminal's text as `stdout`, without control characters
 */
export async function runAtTerminal(
  args: string,
  replies: readonly (readonly [question: string, reply: string])[],
  { url, env }: RunOptions = {},
): Promise<Ended> {
  const child = spawn('script', ['-qec', `${COMMAND} ${args}`, '/dev/null'], {
    env: { ...environmentOf(url), ...env, TERM: 'xterm' },
  })
  const waiting = [...replies]
  let shown = ''
  child.stdout.on('data', (chunk) => {
    shown += chunk
    const [next] = waiting
    if (next === undefined || !stripVTControlCharacters(shown).endsWith(next[0])) return
    waiting.shift()
    child.stdin.write(next[1])
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout: stripVTControlCharacters(shown), stderr: '' }
}
