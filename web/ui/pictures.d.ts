/** TypeScript has no types of Trusted Types. */
interface TrustedTypePolicy {
  createHTML(markup: string): TrustedHTML
}

declare var trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createHTML: (markup: string) => string },
      ): TrustedTypePolicy
    }
  | undefined
