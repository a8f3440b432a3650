import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { ROOT } from '../../support/repository.ts'
import { runInTree } from '../../support/tree.ts'

const STOPPED = 7

/** Starts two services. Its exit code shows whether they were stopped in reverse order. */
const PROGRAM = `
  const { runUntilStopped } = await import('./local/lifecycle.ts')
  await runUntilStopped(async ({ onStop }) => {
    const running = ['database', 'server']
    const undo = (name) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      if (running.pop() !== name) throw new Error(name)
      if (running.length === 0) process.exitCode ??= ${STOPPED}
    }
    for (const name of running) onStop(undo(name))
    setInterval(() => {}, 1000)
    process.stdout.write('started')
  })`

async function start(): Promise<ChildProcessByStdio<null, Readable, null>> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  return child
}

test('npm start stops everything that it started when its terminal is closed', async () => {
  const child = await start()
  child.stdout.destroy()
  child.kill('SIGHUP')
  expect(await once(child, 'close')).toEqual([STOPPED, null])
})

test('a second Ctrl-C does not interrupt npm start while it stops', async () => {
  const child = await start()
  child.kill('SIGINT')
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([STOPPED, null])
})

test('npm start reports a syntax error in an edited file with the file and the line', async () => {
  const file = join(temporaryFolder(), 'endpoint.ts')
  await writeFile(file, 'const hello = 1\nconst hello = 2\n')
  const program = `
    const { runUntilStopped } = await import('./local/lifecycle.ts')
    await runUntilStopped(() => import(${JSON.stringify(file)}))`
  await expect(runInTree(ROOT, program)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${file}:2`),
  })
})
