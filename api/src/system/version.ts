import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { environment } from './settings.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

export interface Version {
  /** The version in package.json. */
  readonly version: string
  /** The commit's hash, or `unknown`. */
  readonly commit: string
}

/** Checks the folder, because a copy without history may be inside another repository. */
function commitOfCheckout(): string {
  if (!existsSync(join(ROOT, '.git'))) return ''
  try {
    const options = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe', timeout: 2_000 } as const
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim()
  } catch {
    return ''
  }
}

/** Reads the commit from COMMIT, which the image build sets, or in a checkout from git. */
export function readVersion(): Version {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return { version, commit: environment['COMMIT'] || commitOfCheckout() || 'unknown' }
}
