import { absolute } from '../content/files.ts'
import { answerPage, notFoundPage } from '../content/pages.ts'
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
