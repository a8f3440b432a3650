import { spawn } from 'node:child_process'
import type { Account } from './account.ts'

export interface ProgramOptions {
  /** Whom to run it as; this process's own account by default. */
  readonly account?: Account | undefined
  readonly cwd?: string
  /** Ends the program early. */
  readonly signal?: AbortSignal
}

/** A program that ended with another exit code than 0. */
export class ProgramError extends Error {
  readonly exitCode: number | null

  constructor(program: string, exitCode: number | null, output: string) {
    super(`${program} ended with ${exitCode ?? 'a signal'}.\n${output.trim()}`)
    this.name = 'ProgramError'
    this.exitCode = exitCode
  }
}

/**
 * Runs a program to its end and returns what it printed. It has a session of its own: a
 * Ctrl-C in the terminal reaches only us, and we decide what is ended and when.
 * @throws ProgramError with its output when it fails
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { account, cwd = '/', signal }: ProgramOptions = {},
): Promise<string> {
  const { promise, resolve, reject } = withResolvers<string>()
  const child = spawn(program, args, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const end = () => child.pid && process.kill(-child.pid, 'SIGTERM')
  signal?.addEventListener('abort', end, { once: true })
  child.on('error', reject)
  child.on('close', (code) => {
    signal?.removeEventListener('abort', end)
    if (code === 0) resolve(output)
    else reject(new ProgramError(program, code, output))
  })
  return promise
}

/** `Promise.withResolvers` of later Node versions. */
function withResolvers<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: Error) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
