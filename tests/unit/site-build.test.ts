import { execFile } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { copyTree } from '../support/tree.ts'

/** Runs a program in a tree, and returns what it prints as JSON. */
async function inTree(tree: string, program: string): Promise<unknown> {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: tree })
  return JSON.parse(stdout)
}

test('the site is built anew when anything that it is made of has changed', async () => {
  const tree = await copyTree()
  const digest = () =>
    inTree(
      tree,
      `const { fingerprint } = await import('./api/local/fingerprint.ts')
       console.log(JSON.stringify(await fingerprint({})))`,
    )
  const digests = [await digest()]
  for (const file of ['api/contract/waitlist.ts', 'web/content/home.ts', 'package-lock.json']) {
    await appendFile(join(tree, file), '\n')
    digests.push(await digest())
  }
  expect(new Set(digests).size).toBe(4)
})

test('a build that is somebody else’s is not taken for one of these sources', async () => {
  const built = await inTree(
    await copyTree(),
    `const { mkdir, stat, utimes, writeFile } = await import('node:fs/promises')
     const { fingerprint } = await import('./api/local/fingerprint.ts')
     const { ensureBuilt } = await import('./api/local/site-build.ts')
     const manifest = 'web/dist/site.json'
     await mkdir('web/dist')
     await writeFile(manifest, '{}')
     const { mtimeMs } = await stat(manifest)
     await writeFile('web/dist/.fingerprint', \`\${await fingerprint({})} \${mtimeMs}\\n\`)
     const onBuild = () => { throw new Error('builds') }
     const asked = () => ensureBuilt({ env: {}, onBuild }).then(() => 'is taken', ({ message }) => message)
     const ours = await asked()
     await utimes(manifest, 0, 0)
     console.log(JSON.stringify([ours, await asked()]))`,
  )
  expect(built).toEqual(['is taken', 'builds'])
})
