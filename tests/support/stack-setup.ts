import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { missingImage } from './engine.ts'
import { IMAGE } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the stacks of one run share; null when the machine has no container engine. */
    stackRun: { readonly pid: number; readonly folder: string } | null
  }
}

const docker = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('docker', args, { cwd: tmpdir() })
  return stdout.split('\n').filter(Boolean)
}

/** Starts no stack: the first test file that needs one does. Removes all of them at the end. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  // Every stack has a database.
  const missing = missingImage(IMAGE)
  if (missing) {
    process.stdout.write(`The tests of the whole stack are skipped: ${missing}.\n`)
    project.provide('stackRun', null)
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'stack-run-'))
  const { pid } = process
  project.provide('stackRun', { pid, folder })
  return async () => {
    const label = 'com.docker.compose.project'
    const found = await docker('ps', '--all', '--format', `{{.Label "${label}"}}`)
    const own = new Set(found.filter((name) => name.endsWith(`-${pid}`)))
    for (const name of own) {
      await docker('compose', '-p', name, 'down', '--volumes', '--remove-orphans', '-t', '0')
    }
    const format = '{{.Repository}}:{{.Tag}}'
    const images = await docker('images', '--format', format, `waitlist-test-*-${pid}-*`)
    if (images.length > 0) await docker('rmi', ...images)
    await rm(folder, { recursive: true, force: true })
  }
}
