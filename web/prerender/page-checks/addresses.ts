import { pageDirectives } from '../security-headers.ts'
import type { CheckedPage } from './check-pages.ts'

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

/** What a browser loads by itself: elements, the attribute with the address, the directive. */
const LOADED = [
  ['img', 'src', 'img-src'],
  ['img, source', 'srcset', 'img-src'],
  ['link[rel~=icon], link[rel=apple-touch-icon], link[as=image]', 'href', 'img-src'],
  ['script', 'src', 'script-src'],
  ['link[rel=modulepreload], link[as=script]', 'href', 'script-src'],
  ['link[rel=stylesheet], link[as=style]', 'href', 'style-src'],
  ['link[as=font]', 'href', 'font-src'],
  ['link[as=fetch]', 'href', 'connect-src'],
  ['link[rel=manifest]', 'href', 'manifest-src'],
  ['video', 'poster', 'img-src'],
  ['video, audio, source, track', 'src', 'media-src'],
  ['iframe', 'src', 'frame-src'],
  ['object', 'data', 'object-src'],
  ['embed', 'src', 'object-src'],
] as const

/**
 * Finds files that the Content-Security-Policy of the pages blocks.
 * @param own - the site's origin
 */
export function checkOrigins({ file, root }: CheckedPage, own: string): string[] {
  const policy = pageDirectives([])
  return LOADED.flatMap(([selector, attribute, directive]) =>
    root
      .querySelectorAll(selector)
      .flatMap((element) => addressesIn(attribute, element.getAttribute(attribute)))
      .filter(
        (address) => !isAllowed(address, policy[directive] ?? policy['default-src'] ?? [], own),
      )
      .map(
        (address) =>
          `${file}: browsers will not load “${address}”. Its origin is not in the ${directive} of web/prerender/security-headers.ts.`,
      ),
  )
}

/** A `srcset` has several addresses, each with a size. */
function addressesIn(attribute: string, value: string | undefined): string[] {
  if (!value) return []
  return attribute === 'srcset'
    ? value.split(/,\s+/).map((candidate) => candidate.trim().split(/\s/)[0] ?? '')
    : [value]
}

function isAllowed(address: string, sources: readonly string[], own: string): boolean {
  if (!URL.canParse(address, own)) return false
  const { origin } = new URL(address, own)
  return sources.includes(origin === own ? "'self'" : origin)
}
