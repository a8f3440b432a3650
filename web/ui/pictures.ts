interface TrustedTypePolicy {
  createHTML(markup: string): TrustedHTML
}

declare global {
  /** The Trusted Types API, which TypeScript does not declare. */
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createHTML: (markup: string) => string },
        ): TrustedTypePolicy
      }
    | undefined
}

export type Pictures = typeof import('virtual:pictures')

/** The result of `loadPictures`, which the build calls before it prerenders pages. */
export let loadedPictures: Pictures | undefined
let loading: Promise<Pictures> | undefined

/**
 * Loads all pictures. A prerendered page contains its pictures in its HTML, so a browser loads them only after a client
 * navigation. If an upgrade has removed the file, pages show no pictures until a reload.
 */
export function loadPictures(): Promise<Pictures> {
  loading ??= import('virtual:pictures').then(
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

/** Returns the parts that drawings share. They are outside React's root, so that they stay when the page changes. */
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
