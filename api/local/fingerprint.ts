import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Environment } from '../src/config.ts'
import { ROOT, WEB_DIR } from './repository.ts'

/** Not sources of the site, though they lie among them. */
const IGNORED = new Set(['dist', 'node_modules'])

async function filesOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  const files = await Promise.all(
    entries
      .filter(({ name }) => !IGNORED.has(name))
      .map((entry) => {
        const path = join(dir, entry.name)
        return entry.isDirectory() ? filesOf(path) : [path]
      }),
  )
  return files.flat().sort()
}

/** What the build reads besides files. */
const isBuildSetting = (name: string): boolean => name.startsWith('BRAND_') || name === 'SITE_URL'

/**
 * A digest of everything that the site is built from: its sources, the contract, the
 * versions of the packages, the settings of the brand. The same digest, the same site.
 */
export async function fingerprint(env: Environment): Promise<string> {
  const sources = [
    ...(await filesOf(WEB_DIR)),
    ...(await filesOf(join(ROOT, 'api', 'contract'))),
    join(ROOT, 'package-lock.json'),
  ]
  const hash = createHash('sha256')
  const contents = await Promise.all(sources.map((file) => readFile(file)))
  contents.forEach((content, index) => {
    hash.update(`${relative(ROOT, sources[index] ?? '')}\0${content.length}\0`).update(content)
  })
  for (const name of Object.keys(env).filter(isBuildSetting).sort()) {
    hash.update(`${name}=${env[name]}\0`)
  }
  return hash.digest('hex')
}
