import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { ROOT } from '../../support/repository.ts'

test('a build ends when nobody reads what it prints', async () => {
  const build = spawn(join(ROOT, 'node_modules/.bin/vike'), ['build'], {
    cwd: join(ROOT, 'web'),
    env: { ...process.env, SITE_OUT_DIR: temporaryFolder() },
  })
  onTestFinished(() => void build.kill())
  build.stdout.destroy()
  build.stderr.destroy()
  const [code] = await once(build, 'exit')
  expect(code).toBe(1)
})
