import { brand } from '../../../content/brand.ts'
import type { PageMeta } from '../../../routes/page.ts'

/** A link of a mail leads here: `LINK_PATHS` of `contract/links.ts`. */
export const page = {
  title: `Leave the waitlist – ${brand.name}`,
  description: 'Ends all emails to an address on the waitlist.',
  indexed: false,
} satisfies PageMeta
