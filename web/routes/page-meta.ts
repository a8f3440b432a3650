import { absolute } from '../content/absolute.ts'
import { page as answerPage } from '../pages/_answer/page.ts'
import { page as notFoundPage } from '../pages/_error/page.ts'
import type { SharePicture } from './page.ts'
import { ANSWER } from './page-files.ts'
import { pages } from './page-table.ts'

/**
 * The metadata of a page, for the document's head. Browsers do not download it.
 * @param path - an address without query and fragment; an unknown one is the not-found page
 */
export function pageMeta(path: string) {
  const page = pages.find((candidate) => candidate.path === path)
  if (page) return { ...page, canonical: absolute(page.path) }
  return { ...(path === ANSWER ? answerPage : notFoundPage), path: null, canonical: null }
}

/**
 * The share picture of a page: its own, or that of the nearest page above it.
 * @throws Error when the home page has none either
 */
export function shareOf(path: string): SharePicture & { readonly path: string } {
  const share = pages.find((page) => page.path === path)?.share
  if (share) return { ...share, path }
  if (path === '/') throw new Error('web/pages/index/page.ts has no share picture.')
  return shareOf(path.slice(0, path.lastIndexOf('/')) || '/')
}
