import { unlisted } from '../../../routes/unlisted.ts'

/** The API redirects here: `JOINED_PATH` of `contract/waitlist.ts`. */
export const page = unlisted(
  'Welcome to the waitlist',
  'Confirms that a signup for the waitlist has arrived.',
)
