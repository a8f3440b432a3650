import { brand } from '../../../content/brand.ts'
import type { PageMeta } from '../../../routes/page.ts'

/** The API redirects here: `JOINED_PATH` of `contract/waitlist.ts`. */
export const page = {
  title: `Welcome to the waitlist – ${brand.name}`,
  description: 'Confirms that a signup for the waitlist has arrived.',
  indexed: false,
} satisfies PageMeta
