import { unlisted } from '../../../routes/unlisted.ts'

/** A link of an email leads here: `LINK_PATHS` of `contract/links.ts`. */
export const page = unlisted('Leave the waitlist', 'Ends all emails to an address on the waitlist.')
