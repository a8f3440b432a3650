interface TrustedTypePolicy {
  createHTML(markup: string): TrustedHTML
}

declare global {
  /** TypeScript has no types of Trusted Types. */
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createHTML: (markup: string) => string },
        ): TrustedTypePolicy
      }
    | undefined
}

export type Pictures = typeof import('../prerender/pictures/markup.ts')

/** Set once they are loaded, which they are before a page is prerendered. */
export let loadedPictures: Pictures | undefined
let loading: Promise<Pictures> | undefined

/**
 * Loads all pictures. A prerendered page has its own in its HTML, so a browser needs them for the
 * pages after it only. It shows none if an upgrade has removed them.
 */
export function loadPictures(): Promise<Pictures> {
  loading ??= import('../prerender/pictures/markup.ts').then(
    (all) => {
      if (!import.meta.env.SSR) addParts(all.parts)
      loadedPictures = all
      return all
    },
    () => ({ pictures: {}, parts: {} }),
  )
  return loading
}

const HOLDER = 'parts'

/** Holds the parts that drawings share. It is outside the page's root, because it outlives a page. */
export const partsHtml = (parts: readonly string[]): string =>
  `<svg id="${HOLDER}" width="0" height="0" aria-hidden="true"><defs>${parts.join('')}</defs></svg>`

function addParts(parts: Pictures['parts']): void {
  document.getElementById(HOLDER)?.remove()
  const html = trusted(partsHtml(Object.values(parts)))
  document.body.insertAdjacentHTML('afterbegin', html as string)
}

let policy: TrustedTypePolicy | undefined

/** Allows markup that the build has made, which is all that this is called with. */
export function trusted(markup: string): string | TrustedHTML {
  policy ??= globalThis.trustedTypes?.createPolicy('pictures', { createHTML: (html) => html })
  return policy?.createHTML(markup) ?? markup
}
