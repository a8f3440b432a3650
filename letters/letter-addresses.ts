import type { Element, Root } from 'hast'
import { visit } from 'unist-util-visit'

/** Mail programs open only addresses with these schemes. */
export const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  href: ['http:', 'https:', 'mailto:', 'tel:'],
  src: ['http:', 'https:'],
}

export const schemeOf = (address: string): string | undefined =>
  /^[a-z][a-z\d+.-]*:/i.exec(address)?.[0].toLowerCase()

function mistakeIn(name: string, address: string): string | undefined {
  const what = name === 'src' ? 'picture' : 'link'
  const schemes = SCHEMES[name] ?? []
  const scheme = schemeOf(address)
  if (!URL.canParse(address, 'https://site.example')) {
    return `the address of a ${what} is invalid: ${address}`
  }
  if (scheme && !schemes.includes(scheme)) {
    return `a ${what} must begin with ${schemes.join(', ')}, not ${scheme}`
  }
  return undefined
}

/** Reports addresses that no mail program opens. Makes no network requests. */
export function checkAddresses(
  tree: Root,
  report: (element: Element, sentence: string) => void,
): void {
  visit(tree, 'element', (element) => {
    for (const name of Object.keys(SCHEMES)) {
      if (!(name in element.properties)) continue
      const mistake = mistakeIn(name, String(element.properties[name]))
      if (mistake) report(element, mistake)
    }
  })
}
