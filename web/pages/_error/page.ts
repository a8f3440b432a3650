import { brand } from '../../content/brand.ts'
import type { PageMeta } from '../../routes/page.ts'

export const page = {
  title: `Page not found – ${brand.name}`,
  description: 'There is no page at this address.',
  indexed: false,
} satisfies PageMeta
