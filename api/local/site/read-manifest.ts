import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteManifest, SitePage } from './manifest.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPage = (value: unknown): value is SitePage =>
  isObject(value) && typeof value['file'] === 'string' && typeof value['csp'] === 'string'

const isManifest = (value: unknown): value is SiteManifest =>
  isObject(value) &&
  isObject(value['headers']) &&
  isObject(value['pages']) &&
  Object.values(value['headers']).every((header) => typeof header === 'string') &&
  Object.values(value['pages']).every(isPage) &&
  isPage(value['notFound'])

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
  if (isManifest(manifest)) return manifest
  throw new Error(`${file} is missing or damaged. Build the site first: npm run build -w web`)
}
