type Touched = typeof import('./touched.ts')

let touched: Promise<Touched | undefined> | undefined

/**
 * Fetches what the form needs from its first focus on.
 * @returns undefined when it cannot be fetched; a later call tries again
 */
export function fetchTouched(): Promise<Touched | undefined> {
  touched ??= import('./touched.ts').catch(() => {
    touched = undefined
    return undefined
  })
  return touched
}

/** The schema of the form for Formik, which is fetched for the first validation. Without it, the browser judges. */
export const rules = {
  validate: async (...args: Parameters<Touched['waitlistSchema']['validate']>) =>
    (await fetchTouched())?.waitlistSchema.validate(...args),
}
