import type { CheckedPage } from './checked-page.ts'
import { checkLinks, type Targets } from './links.ts'
import { checkNames } from './names.ts'
import { checkOrigins } from './origins.ts'
import { checkWords } from './words.ts'

/** @returns a sentence for every problem on the finished pages */
export function checkPages(notFound: CheckedPage, targets: Targets): string[] {
  const pages = [...targets.pages, [null, notFound] as const]
  return pages.flatMap(([path, page]) => [
    ...checkNames(page),
    ...checkWords(page),
    ...checkLinks(page, path, targets),
    ...checkOrigins(page, targets.origin),
  ])
}
