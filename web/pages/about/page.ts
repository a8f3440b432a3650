import { brand } from '../../content/brand.ts'
import type { PageMeta } from '../../routes/page.ts'

export const page = {
  title: `About – ${brand.name}`,
  description: 'Why we are building the future of brand creation, and how far we have come.',
  navigation: { label: 'About', header: 4, footer: { column: 'Company', order: 1 } },
} satisfies PageMeta
