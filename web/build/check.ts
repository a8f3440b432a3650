/** The first step of the build checks the content. The last step, `finish.ts`, checks the pages. */

import { globSync } from 'node:fs'
// Throws if a brand setting is invalid.
import '../content/brand.ts'
// Throws if LAUNCH_URL or WAITLIST is invalid.
import '../content/launch.ts'
import { newsProblems } from '../content/news.ts'
import { newsPages, pages, unlistedPages } from '../content/pages.ts'
// Throws if a brand colour is invalid.
import '../design/theme.ts'
import { routeOfFile } from '../routes/page-files.ts'
import { checkPosts, readPostFiles } from '../routes/posts.ts'
import { AFTER, checkAfter } from './after-letters.ts'
import { checkPictures } from './pictures/published.ts'
import { refuse } from './refuse.ts'

/** @returns a message for every page with a folder in `web/pages` or words in the content, but not both */
function checkFolders(): string[] {
  const files = globSync('**/+Page.tsx', { cwd: new URL('../pages/', import.meta.url) })
    // A folder that begins with _ has no address, and one that begins with @ has several.
    .filter((file) => !/(?:^|\/)[_@]/.test(file))
    .map((file) => `web/pages/${file}`)
  const described = Object.keys(pages).filter(
    (path) => !(path in unlistedPages || path in newsPages),
  )
  const routes = files.map(routeOfFile)
  return [
    ...files
      .filter((file) => !described.includes(routeOfFile(file)))
      .map((file) => `${file} has no title and description in web/content/pages.ts.`),
    ...described
      .filter((path) => !routes.includes(path))
      .map((path) => `web/content/pages.ts lists ${path}, but web/pages has no folder for it.`),
  ]
}

const posts = await readPostFiles()
const readable = posts.flatMap(({ file, value }) => (value ? [{ file, value }] : []))

refuse([
  ...checkFolders(),
  ...checkAfter(AFTER),
  ...newsProblems,
  ...posts.flatMap(({ problems }) => problems),
  ...(await checkPictures()),
  ...checkPosts(readable),
])
