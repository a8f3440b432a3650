import { brand } from '../../content/brand.ts'
import { plans } from '../../content/plans.ts'
import type { PageMeta } from '../../routes/page.ts'

/** The plan that the description names. */
const plan = plans.find(({ popular }) => popular) ?? plans[0]

export const page = {
  title: `Pricing – ${brand.name}`,
  description: `Start free with one product a day, or go ${plan.name} for ${plan.price} a month. Cancel anytime.`,
  navigation: { label: 'Pricing', header: 2, footer: { column: 'Product', order: 2 } },
} satisfies PageMeta
