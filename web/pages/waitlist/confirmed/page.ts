import { unlisted } from '../../../routes/unlisted.ts'

/** The API redirects here: `DONE_PATHS` of `contract/links.ts`. */
export const page = unlisted('Address confirmed', 'Follows the confirmation of an address.')
