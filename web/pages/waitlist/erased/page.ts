import { brand } from '../../../content/brand.ts'
import type { PageMeta } from '../../../routes/page.ts'

/** The API redirects here: `DONE_PATHS` of `contract/links.ts`. */
export const page = {
  title: `Your data is being erased – ${brand.name}`,
  description: 'Follows a request to erase all data about a person.',
  indexed: false,
} satisfies PageMeta
