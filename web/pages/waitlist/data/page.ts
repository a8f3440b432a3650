import { brand } from '../../../content/brand.ts'
import type { PageMeta } from '../../../routes/page.ts'

/** A link of a mail leads here: `LINK_PATHS` of `contract/links.ts`. */
export const page = {
  title: `Your data – ${brand.name}`,
  description: 'Shows a person on the waitlist what is held about them.',
  indexed: false,
} satisfies PageMeta
