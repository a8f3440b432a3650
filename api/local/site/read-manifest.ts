import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Value from 'typebox/value'
import { type SiteManifest, siteManifest } from './manifest.ts'

const parse = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Reads the manifest of a web build.
 * @param siteDir the build's output folder
 * @throws when it is missing or is not what the type says
 */
export function readManifest(siteDir: string): SiteManifest {
  const file = join(siteDir, 'site.json')
  const manifest = parse(file)
  if (Value.Check(siteManifest, manifest)) return manifest
  throw new Error(`${file} is missing or damaged. Build the site first: npm run build -w web`)
}
