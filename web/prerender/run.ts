/**
 * `node prerender/run.ts FILE` runs a step of the build. Steps draw React components, and Vite compiles
 * their JSX because Node.js cannot run it.
 */
import { resolve } from 'node:path'
import { runnerImport } from 'vite'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Usage: node prerender/run.ts FILE')
try {
  // This must precede the step's own imports, because the brand reads the environment once.
  await import('./environment.ts')
  await runnerImport(resolve(file), { configFile: false, root: resolve(import.meta.dirname, '..') })
} catch (error) {
  // `instanceof` would fail, because the step has its own copy of every module.
  if (!(error instanceof Error) || error.name !== 'OwnerError') throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
