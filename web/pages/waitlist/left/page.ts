import { brand } from '../../../content/brand.ts'
import type { PageMeta } from '../../../routes/page.ts'

/** The API redirects here: `DONE_PATHS` of `contract/links.ts`. */
export const page = {
  title: `You have left the waitlist – ${brand.name}`,
  description: 'Follows the departure from the waitlist.',
  indexed: false,
} satisfies PageMeta
