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

/** The only Trusted Types policy that the pages' Content-Security-Policy lets scripts create, once. */
export const TRUSTED_TYPES_POLICY = 'pictures'

let policy: TrustedTypePolicy | undefined

/** Marks markup as trusted. Call it only with markup that the build has made. */
export function trusted(markup: string): string | TrustedHTML {
  policy ??= globalThis.trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, {
    createHTML: (html) => html,
  })
  return policy?.createHTML(markup) ?? markup
}
