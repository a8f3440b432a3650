import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../api/local/repository.ts'

/** The site and what builds it, in a folder of its own, beside a `.env`. */
async function treeWith(env: string): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'env-file-'))
  onTestFinished(() => rm(tree, { recursive: true }))
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'api', 'web']) {
    await cp(join(ROOT, name), join(tree, name), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    })
  }
  await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  await writeFile(join(tree, '.env'), env)
  return tree
}

/**
 * Runs what builds, with a name and an address that it refuses: it is soon over, and says
 * which settings it has read.
 */
async function refusal(script: string): Promise<string> {
  const { stderr } = await promisify(execFile)(
    'node',
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    {
      cwd: await treeWith('SITE_URL=from the file'),
      env: { ...process.env, BRAND_NAME: '<from the environment>', SITE_URL: undefined },
    },
    // a failure has it too
  ).catch((error: { stderr: string }) => error)
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
