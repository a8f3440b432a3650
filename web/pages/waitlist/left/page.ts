import { unlisted } from '../../../routes/unlisted.ts'

/** The API redirects here: `DONE_PATHS` of `contract/links.ts`. */
export const page = unlisted(
  'You have left the waitlist',
  'Follows the departure from the waitlist.',
)
