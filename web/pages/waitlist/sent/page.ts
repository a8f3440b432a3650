import { unlisted } from '../../../routes/unlisted.ts'

/** The API redirects here: `DONE_PATHS` of `contract/links.ts`. */
export const page = unlisted('Check your inbox', 'Follows a request for a new email.')
