import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ROOT } from '../../api/local/repository.ts'

const UNDONE = 7

/** Starts two things, and tells by its exit code that they have been undone in reverse order. */
const PROGRAM = `
  const { runUntilStopped } = await import('./api/local/lifecycle.ts')
  await runUntilStopped(async ({ onStop }) => {
    const running = ['database', 'server']
    const undo = (name) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      if (running.pop() !== name) throw new Error(name)
      if (running.length === 0) process.exitCode ??= ${UNDONE}
    }
    for (const name of running) onStop(undo(name))
    setInterval(() => {}, 1000)
    process.stdout.write('started')
  })`

function start(): ChildProcessByStdio<null, Readable, null> {
  const args = ['--input-type=module', '--eval', PROGRAM]
  return spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
}

test.each(['SIGINT', 'SIGHUP'] as const)(
  'what was started is stopped on %s although nobody reads any more',
  async (signal) => {
    const child = start()
    await once(child.stdout, 'data')
    child.stdout.destroy()
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([UNDONE, null])
  },
)

test('a second Ctrl-C does not cut it short', async () => {
  const child = start()
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([UNDONE, null])
})
