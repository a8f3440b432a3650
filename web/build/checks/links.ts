import type { CheckedPage } from './page.ts'

/** What links can lead to. */
export interface Targets {
  /** Where the site stands: links to it are its own. */
  readonly origin: string
  /** Pages by their path. */
  readonly pages: ReadonlyMap<string, CheckedPage>
  /** Addresses of all other files. */
  readonly files: ReadonlySet<string>
}

/** Attributes that hold an address, by the elements that have them. */
const ADDRESSES = [
  ['a[href], link[href]', 'href'],
  ['img[src], script[src]', 'src'],
  ['meta[property="og:image"], meta[property="og:url"]', 'content'],
] as const

/**
 * Addresses of the site's own that lead nowhere: to no page, no file, no place in a page.
 *
 * @param path - the page's own; null for the not-found page, which stands anywhere
 */
export function checkLinks(page: CheckedPage, path: string | null, targets: Targets): string[] {
  const base = new URL(path ?? '/', targets.origin)
  return ADDRESSES.flatMap(([selector, attribute]) =>
    page.root
      .querySelectorAll(selector)
      .map((element) => element.getAttribute(attribute) ?? '')
      .filter((address) => !isFound(address, base, page, targets))
      .map((address) => `${page.file}: “${address}” leads nowhere on this site.`),
  )
}

function isFound(address: string, base: URL, page: CheckedPage, targets: Targets): boolean {
  if (!URL.canParse(address, base)) return false
  const { origin, pathname, hash } = new URL(address, base)
  if (origin !== targets.origin) return true
  if (targets.files.has(pathname)) return true
  const target = address.startsWith('#') ? page : targets.pages.get(pathname)
  if (target === undefined) return false
  return hash === '' || hasPlace(target, decodeURIComponent(hash.slice(1)))
}

const hasPlace = ({ root }: CheckedPage, id: string): boolean => root.getElementById(id) !== null
