import { brand } from '../../content/brand.ts'
import { privacy } from '../../content/legal/legal.ts'
import type { PageMeta } from '../../routes/page.ts'

export const page = {
  title: `${privacy.title} – ${brand.name}`,
  description: `What ${brand.name} does with personal data, and what it never does.`,
  navigation: { label: 'Privacy', footer: { column: 'Legal', order: 2 } },
  changed: privacy.effective,
} satisfies PageMeta
