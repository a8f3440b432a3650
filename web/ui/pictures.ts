interface TrustedTypePolicy {
  createHTML(markup: string): TrustedHTML
}

declare global {
  /** TypeScript does not declare the Trusted Types API. */
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

/** Undefined until `loadPictures` has ended. The build calls it before it prerenders a page. */
export let loadedPictures: Pictures | undefined
let loading: Promise<Pictures> | undefined

/**
 * Loads all pictures. A prerendered page has its pictures in its HTML, so a browser needs this only after a
 * navigation. After an upgrade that removed the file, pages show no pictures.
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

/** Returns the parts that drawings share. They are outside the page's root, because they outlive a page. */
export const partsHtml = (parts: readonly string[]): string =>
  `<svg id="${HOLDER}" width="0" height="0" aria-hidden="true"><defs>${parts.join('')}</defs></svg>`

function addParts(parts: Pictures['parts']): void {
  document.getElementById(HOLDER)?.remove()
  const html = trusted(partsHtml(Object.values(parts)))
  document.body.insertAdjacentHTML('afterbegin', html as string)
}

let policy: TrustedTypePolicy | undefined

/** Marks markup as trusted. Call it only with markup that the build has made. */
export function trusted(markup: string): string | TrustedHTML {
  policy ??= globalThis.trustedTypes?.createPolicy('pictures', { createHTML: (html) => html })
  return policy?.createHTML(markup) ?? markup
}
