import type { CheckedPage } from './checked-page.ts'

/** The addresses of the site. */
export interface Targets {
  /** Links to this origin are checked. */
  readonly origin: string
  /** Pages by their path. */
  readonly pages: ReadonlyMap<string, CheckedPage>
  /** Addresses of all other files. */
  readonly files: ReadonlySet<string>
}

/** The attributes that hold an address, and their elements. */
const ADDRESSES = [
  ['a[href], link[href]', 'href'],
  ['img[src], script[src]', 'src'],
  ['meta[property="og:image"], meta[property="og:url"]', 'content'],
] as const

/**
 * Finds addresses of this site without a page, a file or an element of that id.
 *
 * @param path - of the page; null for the not-found page, which is shown at any address
 */
export function checkLinks(page: CheckedPage, path: string | null, targets: Targets): string[] {
  const base = new URL(path ?? '/', targets.origin)
  return ADDRESSES.flatMap(([selector, attribute]) =>
    page.root
      .querySelectorAll(selector)
      .map((element) => element.getAttribute(attribute) ?? '')
      .filter((address) => !isFound(address, base, page, targets))
      .map((address) => `${page.file}: the link “${address}” is broken.`),
  )
}

function isFound(address: string, base: URL, page: CheckedPage, targets: Targets): boolean {
  if (!URL.canParse(address, base)) return false
  const { origin, pathname, hash } = new URL(address, base)
  if (origin !== targets.origin || targets.files.has(pathname)) return true
  const target = address.startsWith('#') ? page : targets.pages.get(pathname)
  const id = decodeURIComponent(hash.slice(1))
  return target !== undefined && (id === '' || target.root.getElementById(id) !== null)
}
