import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyTree, runInTree } from '../support/tree.ts'

/** What a program in a tree prints as JSON. */
const told = async (tree: string, program: string): Promise<unknown> =>
  JSON.parse((await runInTree(tree, program)).stdout)

test('the site is built anew when anything that it is made of has changed', async () => {
  const tree = await copyTree()
  const digest = () =>
    told(
      tree,
      `const { fingerprint } = await import('./api/local/site-build.ts')
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
  const built = await told(
    await copyTree(),
    `const { mkdir, stat, utimes, writeFile } = await import('node:fs/promises')
     const { fingerprint } = await import('./api/local/site-build.ts')
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
