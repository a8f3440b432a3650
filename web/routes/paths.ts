import { unlistedPages } from '../content/pages.ts'

/** The pages of the folder `waitlist/@email-link`. `build/evaluate.ts` makes JSON of them, without their words. */
export const unlistedPaths = Object.keys(unlistedPages)
