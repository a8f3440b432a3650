/** Set by `vite.config.ts`, so that the page need not load the rules of the form. */
declare const __KEPT__: readonly string[]

/** Names of the stored answers on the privacy page, in the order of the form. */
export const kept = __KEPT__
