import { type HTMLElement, parse } from 'node-html-parser'
import { checkLinks, checkOrigins, type Targets } from './addresses.ts'
import { checkNames, checkWords } from './texts.ts'

/** A finished page, for the checks. */
export interface CheckedPage {
  /** Its file, like `features.html`. */
  readonly file: string
  readonly root: HTMLElement
}

export const parsePage = (file: string, html: string): CheckedPage => ({
  file,
  root: parse(html, { comment: true }),
})

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
