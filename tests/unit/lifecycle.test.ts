import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ROOT } from '../../api/local/repository.ts'

const UNDONE = 7

/** Starts something, and tells by its exit code that it has been undone. */
const PROGRAM = `
  const { runUntilStopped } = await import('./api/local/lifecycle.ts')
  await runUntilStopped(async ({ onStop }) => {
    setInterval(() => {}, 1000)
    onStop(async () => { process.exitCode = ${UNDONE} })
    process.stdout.write('started')
  })`

test.each(['SIGINT', 'SIGHUP'] as const)(
  'what was started is stopped on %s although nobody reads any more',
  async (signal) => {
    const args = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM]
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
    await once(child.stdout, 'data')
    child.stdout.destroy()
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([UNDONE, null])
  },
)
