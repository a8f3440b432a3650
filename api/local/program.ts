import { spawn } from 'node:child_process'
import { type Environment, environment } from '../src/config.ts'
import type { Account } from './account.ts'

export interface ProgramOptions {
  /** Whom to run it as; this process's own account by default. */
  readonly account?: Account | undefined
  readonly cwd?: string
  /** This process's own environment by default. */
  readonly env?: Environment
  /** Ends the program early. */
  readonly signal?: AbortSignal
}

/** A program that ended with another exit code than 0. */
class ProgramError extends Error {
  constructor(program: string, exitCode: number | null, output: string) {
    super(`${program} ended with ${exitCode ?? 'a signal'}.\n${output.trim()}`)
    this.name = 'ProgramError'
  }
}

/**
 * Runs a program to its end and returns what it printed. It has a session of its own: a
 * Ctrl-C in the terminal reaches only us, and we decide what is ended and when.
 * @throws ProgramError with its output when it fails, or the signal's reason before it starts
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
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  // the whole session: npm, for one, starts others
  const end = () => child.pid && process.kill(-child.pid, 'SIGTERM')
  signal?.addEventListener('abort', end, { once: true })

  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)

  return new Promise<string>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new ProgramError(program, code, output))
    })
  }).finally(() => signal?.removeEventListener('abort', end))
}
