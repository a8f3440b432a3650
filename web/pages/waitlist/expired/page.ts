import { unlisted } from '../../../routes/unlisted.ts'

/** The API redirects here: `DONE_PATHS` of `contract/links.ts`. */
export const page = unlisted(
  'Ask for a new email',
  'Sends a new email in place of one whose link is too old.',
)
