import { unlisted } from '../../routes/unlisted.ts'

/** The frame of what the API answers visitors with (api/src/http/pages). It has no address of its own. */
export const page = unlisted('{{title}}', 'The answer to a form or to the link of an email.')
