/** Every page, as data. Node evaluates this module; `build/evaluate.ts` puts its exports into the bundles as JSON. */

import {
  newsPages,
  notFoundPage,
  type PageWords,
  unlistedPages,
  pages as words,
} from '../content/pages.ts'
import { NOT_FOUND } from './page-files.ts'
import { readPosts } from './posts.ts'

export interface SitePage extends PageWords {
  readonly path: `/${string}`
}

const [newest] = await readPosts()

/** Every page that has an address, sorted by address. */
export const pages: readonly SitePage[] = Object.entries(words)
  .map(([path, page]) => ({
    path: path as SitePage['path'],
    ...page,
    ...(path === '/blog' && newest && { changed: newest.date }),
  }))
  .sort((a, b) => (a.path < b.path ? -1 : 1))

/** The addresses of pages that share a folder, by the folder's route. */
export const sharedFolders = {
  '/waitlist/@email-link': Object.keys(unlistedPages),
  '/news/@letter': Object.keys(newsPages),
}

/** Titles by route. Browsers need them to navigate; the rest of the head is only in the HTML. */
export const titles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(pages.map(({ path, title }) => [path, title])),
  [NOT_FOUND]: notFoundPage.title,
}
