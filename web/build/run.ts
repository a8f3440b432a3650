/**
 * `node build/run.ts FILE` runs a step of the build. Steps draw React components, and Vite compiles
 * their JSX because Node.js cannot run it.
 */
import { resolve } from 'node:path'
import { runnerImport } from 'vite'
// Before the step's own imports: the brand reads the environment once.
import './environment.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Usage: node build/run.ts FILE')
await runnerImport(resolve(file), { configFile: false, root: resolve(import.meta.dirname, '..') })
