import { brand } from '../../../content/brand.ts'
import type { PageMeta } from '../../../routes/page.ts'

/** A link of a mail leads here: `LINK_PATHS` of `contract/links.ts`. */
export const page = {
  title: `Confirm your address – ${brand.name}`,
  description: 'Confirms the address of a signup for the waitlist.',
  indexed: false,
} satisfies PageMeta
