import { type HTMLElement, parse } from 'node-html-parser'
import { pageDirectives } from './security-headers.ts'

/** A finished page, as the checks see it. */
export interface CheckedPage {
  /** The page's file, such as `features.html`. */
  readonly file: string
  readonly root: HTMLElement
}

export const parsePage = (file: string, html: string): CheckedPage => ({ file, root: parse(html) })

/** The addresses of the site. */
interface Targets {
  /** The checks follow links to this origin only. */
  readonly origin: string
  /** Pages by their path. */
  readonly pages: ReadonlyMap<string, CheckedPage>
  /** The addresses of all other files. */
  readonly files: ReadonlySet<string>
}

/** @returns a message for every problem on the finished pages */
export function checkPages(notFound: CheckedPage, targets: Targets): string[] {
  // The not-found page is shown at any address.
  const pages = [...targets.pages, ['/', notFound] as const]
  return pages.flatMap(([path, page]) => [
    ...checkWords(page),
    ...checkLinks(page, path, targets),
    ...checkOrigins(page, targets.origin),
  ])
}

/** Finds placeholders and missing values in a page's text. */
function checkWords({ file, root }: CheckedPage): string[] {
  const texts = root
    .querySelectorAll('title, #root :not(code, pre, script, style)')
    .flatMap(({ childNodes }) => childNodes.filter(({ nodeType }) => nodeType === 3))
  return texts.flatMap(({ text }) => {
    const [found] = /\{[^}]*\}|\bundefined\b|\[object \w+\]|\bNaN\b/.exec(text) ?? []
    return found ? `${file}: “${found}” is left in: ${text.trim().slice(0, 120)}` : []
  })
}

/** The attributes that contain an address, and their elements. */
const ADDRESSES = [
  ['a[href], link[href]', 'href'],
  ['img[src], script[src]', 'src'],
  ['meta[property="og:image"], meta[property="og:url"]', 'content'],
] as const

/** Finds addresses on this site that point to a missing page, file or element. */
function checkLinks(page: CheckedPage, path: string, targets: Targets): string[] {
  const base = new URL(path, targets.origin)
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

/** Finds what the pages' Content-Security-Policy blocks. Only pictures may come from another site. */
function checkOrigins({ file, root }: CheckedPage, own: string): string[] {
  const { 'img-src': pictures = [] } = pageDirectives([])
  return root
    .querySelectorAll('[src], link[rel=stylesheet], link[rel=preload]')
    .flatMap(({ tagName, attributes: { src, href } }) => {
      const address = src ?? href ?? ''
      const origin = URL.parse(address, own)?.origin
      if (origin === own || (tagName === 'IMG' && origin && pictures.includes(origin))) return []
      return `${file}: browsers will not load “${address}”: web/build/security-headers.ts does not allow it.`
    })
}
