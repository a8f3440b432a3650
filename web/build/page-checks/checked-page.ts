import { type HTMLElement, parse } from 'node-html-parser'

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

/** The first characters of an element, for error messages. */
export const excerpt = (element: HTMLElement): string =>
  element.outerHTML.slice(0, 120).replace(/\s+/g, ' ')
