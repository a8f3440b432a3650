/** Set by `vite.config.ts`, so that the page does not load the rules of the form for a list. */
declare const __KEPT__: readonly string[]

/** How the privacy page names the answers that are stored, in the form's order. */
export const kept = __KEPT__
