import { unlisted } from '../../../routes/unlisted.ts'

/** The API redirects here: `DONE_PATHS` of `contract/links.ts`. */
export const page = unlisted(
  'Your data is being erased',
  'Follows a request to erase all data about a person.',
)
