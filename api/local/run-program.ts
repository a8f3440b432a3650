import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type Environment, environment } from '../src/config.ts'

/** An account of this machine. Undefined means the account of this process. */
export type Account = { readonly uid: number; readonly gid: number } | undefined

interface ProgramOptions {
  readonly account?: Account
  readonly cwd?: string
  readonly env?: Environment
  /** Ends the program early. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a program to its end and returns its standard output. It has its own process group, so
 * Ctrl-C in the terminal does not reach it, and an abort ends everything that it has started.
 * @throws with its output when it fails
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { account, cwd = '/', env = environment, signal }: ProgramOptions = {},
): Promise<string> {
  signal?.throwIfAborted()
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  const end = () => child.pid && process.kill(-child.pid, 'SIGTERM')
  signal?.addEventListener('abort', end, { once: true })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]).finally(() => signal?.removeEventListener('abort', end))
  if (code === 0) return stdout
  throw new Error(`${program} ended with ${code ?? 'a signal'}.\n${(stdout + stderr).trim()}`)
}
