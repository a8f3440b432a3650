import { globSync } from 'node:fs'
import { pages, unlistedPages } from '../content/pages.ts'
import { routeOfFile } from '../routes/page-files.ts'

/** @returns a sentence for every page that has a folder in `web/pages` or words in the content, but not both */
export function checkFolders(): string[] {
  const files = globSync('**/+Page.tsx', { cwd: new URL('../pages/', import.meta.url) })
    // Folders with an underscore or an @ have no address or several.
    .filter((file) => !/(?:^|\/)[_@]/.test(file))
    .map((file) => `web/pages/${file}`)
  const described = Object.keys(pages).filter((path) => !(path in unlistedPages))
  const routes = files.map(routeOfFile)
  return [
    ...files
      .filter((file) => !described.includes(routeOfFile(file)))
      .map((file) => `${file} has no words in web/content/pages.ts.`),
    ...described
      .filter((path) => !routes.includes(path))
      .map((path) => `web/content/pages.ts has ${path}, for which web/pages has no folder.`),
  ]
}
