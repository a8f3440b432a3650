import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { NOT_FOUND, routeOfFile } from '../../app/page-files.ts'

const web = new URL('../../', import.meta.url)

/** Where a page is entered, beside its folder. */
const ENTRIES =
  '`paths` of web/content/navigation.ts, then in titles.ts, pages.ts and share.ts beside it'

/** The files that Vike makes pages of, like `web/pages/legal/imprint/+Page.tsx`. */
export async function pageFiles(): Promise<string[]> {
  const names = await readdir(new URL('pages/', web), { recursive: true })
  return names
    .filter((name) => basename(name) === '+Page.tsx')
    .sort()
    .map((name) => `web/pages/${name}`)
}

/** The file that a page is prerendered to, like `features.html`. */
export const documentOf = (path: string): string =>
  path === '/' ? 'index.html' : `${path.slice(1)}.html`

/**
 * Pages that have no address in the registry, and addresses there that have no page.
 *
 * @param paths - the registered addresses
 * @param pages - files that Vike makes pages of
 * @param built - addresses of all files that are built
 */
export function checkRoutes(
  paths: readonly string[],
  pages: readonly string[],
  built: ReadonlySet<string>,
): string[] {
  const known = [...paths, NOT_FOUND]
  const strangers = pages
    .filter((file) => !known.includes(routeOfFile(file)))
    .map((file) => `${dirname(file)}: “${routeOfFile(file)}” has to be entered in ${ENTRIES}.`)
  const missing = paths
    .filter((path) => !built.has(`/${documentOf(path)}`))
    .map((path) => `web/content/navigation.ts: “${path}” has no page: ${fileOf(path)} is missing.`)
  return [...strangers, ...missing]
}

const fileOf = (path: string): string => `web/pages${path === '/' ? '/index' : path}/+Page.tsx`
