/** Made by `web/build/pictures/plugin.ts`. */
declare module 'virtual:pictures' {
  /** Markup by file, without an alternative text. */
  export const pictures: Readonly<Record<string, string>>
  /** What drawings share, by id. */
  export const parts: Readonly<Record<string, string>>
}

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
