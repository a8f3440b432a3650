import { LANGUAGE } from '@ad-kit/contract'
import { brand } from '../brand.ts'

const effective = '2025-09-01'
const month = new Date(effective).toLocaleDateString(LANGUAGE, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

const shared = {
  effective,
  contentsTitle: 'Contents',
  summaryLabel: 'In plain words:',
  updatedNote: `Effective ${month}. The plain-words summaries are for convenience; the clauses are binding.`,
  /** True while the text is a template that no lawyer has read. */
  sample: true,
}

/** The frames of the legal pages. Their sections are in the MDX file of the same name. */
export type LegalPage = typeof terms

export const terms = {
  ...shared,
  title: 'Terms of Service',
  intro: `These terms are the agreement between you and ${brand.name}. They cover this website, the waitlist and the platform, which is in private beta.`,
}

export const privacy = {
  ...shared,
  title: 'Privacy Policy',
  intro: `This policy explains which personal data ${brand.name} handles, why, for how long, and how to have your data erased.`,
}
