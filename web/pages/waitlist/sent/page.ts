import { brand } from '../../../content/brand.ts'
import type { PageMeta } from '../../../routes/page.ts'

/** The API redirects here: `DONE_PATHS` of `contract/links.ts`. */
export const page = {
  title: `Check your inbox – ${brand.name}`,
  description: 'Follows a request for a new email.',
  indexed: false,
} satisfies PageMeta
