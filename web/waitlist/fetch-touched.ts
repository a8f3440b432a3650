type Touched = typeof import('./touched.ts')

let touched: Promise<Touched | undefined> | undefined

/**
 * Fetches the chunk that the form needs once a visitor starts to use it.
 * @returns undefined when the chunk cannot be fetched; a later call tries again
 */
export function fetchTouched(): Promise<Touched | undefined> {
  touched ??= import('./touched.ts').catch(() => {
    touched = undefined
    return undefined
  })
  return touched
}

/** The form's schema for Formik, fetched for the first validation. If that fails, only the browser validates. */
export const rules = {
  validate: async (...args: Parameters<Touched['waitlistSchema']['validate']>) =>
    (await fetchTouched())?.waitlistSchema.validate(...args),
}
