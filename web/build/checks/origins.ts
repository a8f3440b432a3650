import { pageDirectives } from '../headers.ts'
import type { CheckedPage } from './page.ts'

/** What a browser loads by itself: elements, the attribute with the address, what allows it. */
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

/** What every page's policy allows, by directive. */
const policy = pageDirectives([])

/**
 * What a browser would refuse to load: it is from where the page's policy allows nothing from.
 *
 * @param own - the site's origin
 */
export function checkOrigins({ file, root }: CheckedPage, own: string): string[] {
  return LOADED.flatMap(([selector, attribute, directive]) =>
    root
      .querySelectorAll(selector)
      .flatMap((element) => addressesIn(attribute, element.getAttribute(attribute)))
      .filter((address) => !isAllowed(address, directive, own))
      .map(
        (address) =>
          `${file}: browsers will not load “${address}”: its origin is not in the ${directive} of web/build/headers.ts.`,
      ),
  )
}

/** A `srcset` has several, each with a size. */
function addressesIn(attribute: string, value: string | undefined): string[] {
  if (!value) return []
  return attribute === 'srcset'
    ? value.split(/,\s+/).map((candidate) => candidate.trim().split(/\s/)[0] ?? '')
    : [value]
}

function isAllowed(address: string, directive: string, own: string): boolean {
  if (!URL.canParse(address, own)) return false
  const { origin } = new URL(address, own)
  const sources = policy[directive] ?? policy['default-src'] ?? []
  return sources.includes(origin === own ? "'self'" : origin)
}
