import { unlisted } from '../../../routes/unlisted.ts'

/** A link of an email leads here: `LINK_PATHS` of `contract/links.ts`. */
export const page = unlisted(
  'Confirm your address',
  'Confirms the address of a signup for the waitlist.',
)
