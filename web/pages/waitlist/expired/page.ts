import { brand } from '../../../content/brand.ts'
import type { PageMeta } from '../../../routes/page.ts'

/** The API redirects here: `DONE_PATHS` of `contract/links.ts`. */
export const page = {
  title: `Ask for a new email – ${brand.name}`,
  description: 'Sends a new email in place of one whose link is too old.',
  indexed: false,
} satisfies PageMeta
