import { brand } from '../../content/brand.ts'
import { terms } from '../../content/legal/legal.ts'
import type { PageMeta } from '../../routes/page.ts'

export const page = {
  title: `${terms.title} – ${brand.name}`,
  description: `The terms that apply when you use ${brand.name}.`,
  navigation: { label: 'Terms', footer: { column: 'Legal', order: 1 } },
  changed: terms.effective,
} satisfies PageMeta
