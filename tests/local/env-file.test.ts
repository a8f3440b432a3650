import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyTree, runInTree } from '../support/tree.ts'

/**
 * Runs what builds, with a name and an address that it refuses: it is soon over, and says
 * which settings it has read.
 */
async function refusal(script: string): Promise<string> {
  const tree = await copyTree()
  await writeFile(join(tree, '.env'), 'SITE_URL=from the file')
  const env = { ...process.env, BRAND_NAME: '<from the environment>', SITE_URL: undefined }
  const { stderr } = await runInTree(tree, script, env)
    // a failure has it too
    .catch((error: { stderr: string }) => error)
  return stderr
}

test('the build reads the environment and .env', async () => {
  const said = await refusal("await import('./web/build/check.ts')")
  expect(said).toContain('BRAND_NAME=<from the environment>')
  expect(said).toContain('SITE_URL=from the file')
})

// Else the tests would judge a site of another brand than their own, and keep it as theirs.
test('what is built for tests reads the environment alone', async () => {
  const said = await refusal(`
    const { ensureBuilt } = await import('./api/local/site-build.ts')
    await ensureBuilt({ env: process.env })
  `)
  expect(said).toContain('BRAND_NAME=<from the environment>')
  expect(said).not.toContain('SITE_URL')
})
