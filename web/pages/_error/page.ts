import { unlisted } from '../../routes/unlisted.ts'

export const page = unlisted('Page not found', 'There is no page at this address.')
