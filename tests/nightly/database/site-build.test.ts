// Runs by day if a change touches local/, web/vite.config.ts, package.json.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyTree, runInTree } from '../../support/tree.ts'

const IMPORT = `const { ensureBuilt, fingerprint } = await import('./local/site/build.ts')`

/** Runs a program in a tree and returns what it prints. */
const evaluate = async (tree: string, program: string): Promise<string> =>
  (await runInTree(tree, `${IMPORT}\n${program}`)).stdout

test('the fingerprint of the site changes with its sources, the contract and the packages', async () => {
  const tree = await copyTree(onTestFinished)
  const digest = () => evaluate(tree, 'console.log(await fingerprint(process.env))')
  const digests = [await digest()]
  for (const file of ['contract/waitlist.ts', 'web/content/home.ts', 'package-lock.json']) {
    const path = join(tree, file)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace(/\n$/, ' '))
    digests.push(await digest())
  }
  expect(new Set(digests).size).toBe(4)
})

test('npm start reuses its own build of the same sources, but not a build by npm run build', async () => {
  const outcomes = await evaluate(
    await copyTree(onTestFinished),
    `const { mkdir, stat, utimes, writeFile } = await import('node:fs/promises')
     const manifest = 'web/dist/site.json'
     await mkdir('web/dist')
     await writeFile(manifest, '{}')
     const { mtimeMs } = await stat(manifest)
     await writeFile('web/dist/.fingerprint', \`\${await fingerprint(process.env)} \${mtimeMs}\\n\`)
     const onBuild = () => { throw new Error('builds') }
     const attempt = () => ensureBuilt({ onBuild }).then(() => 'reuses', ({ message }) => message)
     const first = await attempt()
     await utimes(manifest, 0, 0)
     console.log(first, await attempt())`,
  )
  expect(outcomes).toBe('reuses builds\n')
})

test('the build reads the environment and .env, and the build of npm start only the environment', async () => {
  const tree = await copyTree(onTestFinished)
  await writeFile(join(tree, '.env'), 'SITE_URL=from the file')
  const settings = { BRAND_NAME: '<from the environment>', SITE_URL: undefined }
  const env = { ...process.env, ...settings, NO_ENV_FILE: undefined }
  const errorsOf = async (program: string): Promise<string> => {
    const { stderr } = await runInTree(tree, program, env).catch((error) => error)
    return stderr
  }
  const errors = await errorsOf(
    `await import('./web/build/environment.ts')
     await import('./web/content/brand.ts')`,
  )
  expect(errors).toContain('BRAND_NAME=<from the environment>')
  expect(errors).toContain('SITE_URL=from the file')
  const ofStart = await errorsOf(`${IMPORT}\nawait ensureBuilt()`)
  expect(ofStart).toContain('BRAND_NAME=<from the environment>')
  expect(ofStart).not.toContain('SITE_URL')
})
