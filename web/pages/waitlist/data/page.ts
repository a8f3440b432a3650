import { unlisted } from '../../../routes/unlisted.ts'

/** A link of an email leads here: `LINK_PATHS` of `contract/links.ts`. */
export const page = unlisted('Your data', 'Shows a person on the waitlist what is held about them.')
