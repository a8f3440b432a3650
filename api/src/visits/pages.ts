import { readFileSync } from 'node:fs'

/**
 * Reads the paths of the pages whose visits are counted, which the build of the site writes.
 * @param file unset: visits are not counted
 * @throws when the file is missing or damaged
 */
export function readPages(file: string | undefined): readonly string[] {
  if (file === undefined) return []
  try {
    const pages: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(pages)) return pages.map(String)
  } catch {
    // the same advice helps against a missing file and a damaged one
  }
  throw new Error(`${file} is missing or damaged. The build of the site makes it: npm run build`)
}
