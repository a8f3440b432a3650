import { brand } from '../brand.ts'

const shared = {
  effective: '2025-09-01',
  contentsTitle: 'Contents',
  summaryLabel: 'In plain words',
  updatedNote: 'Effective September 2025. The lines in plain words are a help; the clauses decide.',
  /** True while the text is a template that no lawyer has read. */
  sample: true,
}

/** The frames of the legal pages. Their sections are in the MDX file of the same name. */
export type LegalPage = typeof terms

export const terms = {
  ...shared,
  title: 'Terms of Service',
  intro: `These terms are the agreement between you and ${brand.name}. They cover this website, the waitlist and the platform, which is in private beta.`,
  /** For the owner, in the list of samples. Not shown to visitors. */
  ownerNote:
    'A template. A lawyer must read it before the site goes live, and add your registered name; your address comes from BRAND_POSTAL_ADDRESS. The 30-day guarantee, the renewal and the liability clause must suit the law of the countries you sell to.',
}

export const privacy = {
  ...shared,
  title: 'Privacy Policy',
  intro: `This policy says which personal data ${brand.name} handles, why, for how long, and how to have your data erased.`,
  ownerNote:
    'A template. A lawyer must read it before the site goes live, and add your registered name (your address comes from BRAND_POSTAL_ADDRESS), the companies that process data for you and their countries, among them your mail provider and whoever receives your webhooks. It promises encryption in transit and at rest: serve the site by HTTPS, reach a database elsewhere with sslmode=verify-full, and see that the disks of the database and of its backups are encrypted.',
}
