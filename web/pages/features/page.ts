import { brand } from '../../content/brand.ts'
import type { PageMeta } from '../../routes/page.ts'

export const page = {
  title: `Features – ${brand.name}`,
  description:
    'Brand builder, content studio, e-commerce suite, growth tools and more: what the platform does for people who sell online.',
  navigation: { label: 'Features', header: 1, footer: { column: 'Product', order: 1 } },
} satisfies PageMeta
