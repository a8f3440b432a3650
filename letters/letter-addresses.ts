import type { Element, Root } from 'hast'
import { visit } from 'unist-util-visit'
import type { SiteAddresses } from './mail-templates.ts'

/** The site that a letter belongs to. */
export interface Site extends SiteAddresses {
  readonly origin: string
}

/** Mail programs open no others. */
export const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  href: ['http:', 'https:', 'mailto:', 'tel:'],
  src: ['http:', 'https:'],
}

export const schemeOf = (address: string): string | undefined =>
  /^[a-z][a-z\d+.-]*:/i.exec(address)?.[0].toLowerCase()

/** @returns what is missing, as a sentence */
function missing(name: string, address: string, site: Site): string | undefined {
  const { origin, pathname } = new URL(address, site.origin)
  if (origin !== site.origin || address.startsWith('#')) return undefined
  if (site.files.includes(pathname)) return undefined
  if (name === 'src') {
    return `the site has no picture ${pathname}. Put it into web/public and build the site again.`
  }
  // servers redirect the other spelling
  const page = pathname === '/' ? pathname : pathname.replace(/\/$/, '')
  return site.pages.includes(page) ? undefined : `the site has no page ${pathname}.`
}

function mistakeIn(name: string, address: string, site: Site | undefined): string | undefined {
  const what = name === 'src' ? 'picture' : 'link'
  const schemes = SCHEMES[name] ?? []
  const scheme = schemeOf(address)
  if (!URL.canParse(address, 'https://site.example')) {
    return `the address of a ${what} is wrong: ${address}`
  }
  if (scheme && !schemes.includes(scheme)) {
    return `a ${what} cannot begin with ${scheme} Use ${schemes.join(', ')}.`
  }
  return site && missing(name, address, site)
}

/** Looks for addresses that lead nowhere. Those of other sites are not looked up. */
export function checkAddresses(
  tree: Root,
  site: Site | undefined,
  report: (element: Element, sentence: string) => void,
): void {
  visit(tree, 'element', (element) => {
    for (const name of Object.keys(SCHEMES)) {
      if (!(name in element.properties)) continue
      const mistake = mistakeIn(name, String(element.properties[name]), site)
      if (mistake) report(element, mistake)
    }
  })
}
