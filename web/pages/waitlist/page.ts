import { brand } from '../../content/brand.ts'
import type { PageMeta } from '../../routes/page.ts'

export const page = {
  title: `Join the waitlist – ${brand.name}`,
  description:
    'Limited early access: join the waitlist for early access, launch discounts and lifetime perks.',
  navigation: { label: 'Join Waitlist', header: 'button', footer: { column: 'Product', order: 3 } },
} satisfies PageMeta
