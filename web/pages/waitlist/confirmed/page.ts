import { brand } from '../../../content/brand.ts'
import type { PageMeta } from '../../../routes/page.ts'

/** The API redirects here: `DONE_PATHS` of `contract/links.ts`. */
export const page = {
  title: `Address confirmed – ${brand.name}`,
  description: 'Follows the confirmation of an address.',
  indexed: false,
} satisfies PageMeta
