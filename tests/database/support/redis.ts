import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../support/ports.ts'

const SERVERS = ['valkey-server', 'redis-server']

const program = SERVERS.find((name) => spawnSync(name, ['--version']).status === 0)

/** The reason why this machine cannot run tests with a shared limiter, or undefined if it can. */
export const missingRedis =
  program === undefined ? `there is no ${SERVERS.join(' or ')} on the PATH` : undefined

/** A server on this machine that writes nothing to disk. */
export interface TestRedis {
  readonly url: string
  /** Leaves the server listening but silent. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Starts the server and waits until it takes connections. */
export async function startTestRedis(password?: string): Promise<TestRedis> {
  if (program === undefined) throw new Error(missingRedis)
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  if (password !== undefined) args.push('--requirepass', password)
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const chunk of child.stdout ?? []) {
    if (String(chunk).includes('Ready to accept connections')) break
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
