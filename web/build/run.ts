/**
 * `node build/run.ts FILE` runs a step of the build with Vite, because the steps render React
 * components, whose JSX Node.js cannot run.
 */
import { resolve } from 'node:path'
import { runnerImport } from 'vite'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Usage: node build/run.ts FILE')
try {
  // The environment must be complete before the step is imported, because the brand's values are read only once.
  await import('./environment.ts')
  await runnerImport(resolve(file), { configFile: false, root: resolve(import.meta.dirname, '..') })
} catch (error) {
  // `instanceof` would fail, because Vite loads the step with another copy of every module.
  if (!(error instanceof Error) || error.name !== 'OwnerError') throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
