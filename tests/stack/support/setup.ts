import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { missingImage } from '../../support/engine.ts'
import { IMAGE } from '../../support/postgres.ts'
import { shareStackRun } from '../../support/shared.ts'

const docker = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('docker', args, { cwd: tmpdir() })
  return stdout.split('\n').filter(Boolean)
}

/** Starts no stack: the first test file that needs one does. Removes all of them at the end. */
export default async function setup(): Promise<(() => Promise<void>) | void> {
  // Every stack has a database.
  const missing = missingImage(IMAGE)
  if (missing) {
    process.stdout.write(`The tests of the whole stack are skipped: ${missing}.\n`)
    shareStackRun(null)
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'stack-run-'))
  const { pid } = process
  shareStackRun({ pid, folder })
  return async () => {
    const label = 'com.docker.compose.project'
    const found = await docker('ps', '--all', '--format', `{{.Label "${label}"}}`)
    const own = new Set(found.filter((name) => name.endsWith(`-${pid}`)))
    const down = ['down', '--volumes', '--remove-orphans', '-t', '0']
    await Promise.all([...own].map((name) => docker('compose', '-p', name, ...down)))
    const format = '{{.Repository}}:{{.Tag}}'
    const images = await docker('images', '--format', format, `waitlist-test-*-${pid}-*`)
    if (images.length > 0) await docker('rmi', ...images)
    await rm(folder, { recursive: true, force: true })
  }
}
