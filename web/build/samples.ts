import { descriptions } from '../../contract/brand-settings.ts'
import { hiring, journey } from '../content/about.ts'
import { caseStudies } from '../content/blog.ts'
import { brand, defaults } from '../content/brand.ts'
import { exampleProducts } from '../content/example-products.ts'
import { featureCards } from '../content/features.ts'
import { state } from '../content/launch.ts'
import { privacy, terms } from '../content/legal/legal.ts'
import { plans } from '../content/plans.ts'
import { testimonials } from '../content/testimonials.ts'
import { benefits, counter, trusted } from '../content/waitlist.ts'
import { readPosts } from '../routes/posts.ts'

/** Something that an owner must replace before the site goes live. */
export interface Sample {
  readonly what: string
  readonly where: string
  readonly why: string
}

/** Returns whether an address is reserved for examples (RFC 2606). */
const isExample = (address: string): boolean => /[.-]example(?:[:/?#]|$)/.test(address)

/** Once `brand.ts` contains the owner's addresses, its other values also count as the owner's. */
const untouched: Readonly<Record<string, string>> = isExample(defaults.BRAND_SUPPORT_EMAIL)
  ? defaults
  : {}

const settings = {
  BRAND_NAME: brand.name,
  SITE_URL: brand.origin,
  BRAND_SUPPORT_EMAIL: brand.supportEmail,
  BRAND_PRIVACY_EMAIL: brand.privacyEmail,
  BRAND_INSTAGRAM_URL: brand.instagramUrl,
  BRAND_LINKEDIN_URL: brand.linkedinUrl,
  BRAND_PRODUCT_HUNT_URL: brand.productHunt.url,
  BRAND_PRODUCT_HUNT_BADGE_URL: brand.productHunt.badgeUrl,
}

const brandSamples = Object.entries(settings)
  .filter(([name, value]) => isExample(value) || value === untouched[name])
  .map(
    ([name]): Sample => ({
      what: name,
      where: '.env',
      why: descriptions[name as keyof typeof settings],
    }),
  )

const posts = (await readPosts()).filter(({ sample }) => sample)

const UNDECIDED =
  'You have not decided on this promise. Look for it in web/content/legal/terms.mdx as well.'

const contentSamples: readonly (Sample & { readonly sample: boolean })[] = [
  {
    sample: testimonials.sample && testimonials.items.length > 0,
    what: `Testimonials (${testimonials.items.length})`,
    where: 'web/content/testimonials.ts',
    why: 'No one said this. Publishing invented testimonials is unlawful in many places. Use customers’ own words, with their consent.',
  },
  {
    sample: state.isOpen && (counter?.sample ?? false),
    what: `Waitlist counter (${counter?.figure} ${counter?.label})`,
    where: 'web/content/waitlist.ts',
    why: 'It does not count anything. An invented number misleads visitors.',
  },
  {
    sample: trusted.sample && trusted.names.length > 0,
    what: `Company names (${trusted.names.length})`,
    where: 'web/content/waitlist.ts',
    why: 'The companies are invented. List only those that agreed to it, or empty the list.',
  },
  ...benefits.items.map(({ sample = false, title, description }) => ({
    sample: state.isOpen && sample,
    what: `${title} (${description})`,
    where: 'web/content/waitlist.ts',
    why: UNDECIDED,
  })),
  ...plans.flatMap(({ features }) =>
    features.map(({ sample = false, text, hint }) => ({
      sample,
      what: `${text} (${hint})`,
      where: 'web/content/plans.ts',
      why: UNDECIDED,
    })),
  ),
  ...featureCards.map(({ sample = false, title }) => ({
    sample,
    what: `Feature ${title}`,
    where: 'web/content/features.ts',
    why: 'No plan mentions it, and its details are invented. Promise only what your product does.',
  })),
  {
    sample: journey.sample && journey.items.length > 0,
    what: `History (${journey.items.length})`,
    where: 'web/content/about.ts',
    why: 'The events are invented. Tell your own, or leave the section out.',
  },
  {
    sample: hiring?.sample ?? false,
    what: `${hiring?.title}`,
    where: 'web/content/about.ts',
    why: 'It says that you are hiring. Set it to `null` unless you are.',
  },
  ...caseStudies.map(({ sample, client }) => ({
    sample,
    what: `Case study of ${client}`,
    where: 'web/content/blog.ts',
    why: 'Client, figures and quote are invented. Use a customer’s own case, with their consent.',
  })),
  {
    sample: posts.length > 0,
    what: `Articles (${posts.length})`,
    where: 'web/content/posts/',
    why: 'They appear in your name. Publish only what you would write yourself.',
  },
  {
    sample: exampleProducts.sample,
    what: `Pictures (${exampleProducts.candle}, ${exampleProducts.cup}, ${exampleProducts.shoe})`,
    where: 'web/pictures/',
    why: 'They show products that are not yours. `sample` is in web/content/example-products.ts.',
  },
  {
    sample: terms.sample,
    what: terms.title,
    where: 'web/content/legal/',
    why: 'A template. A lawyer must read it before the site goes live; your registered name and address come from BRAND_COMPANY and BRAND_POSTAL_ADDRESS. The 30-day guarantee, the renewal and the liability clause must suit the law of the countries you sell to.',
  },
  {
    sample: privacy.sample,
    what: privacy.title,
    where: 'web/content/legal/',
    why: 'A template. A lawyer must read it before the site goes live, and add the companies that process data for you and their countries, among them your mail provider and whoever receives your webhooks; your registered name and address come from BRAND_COMPANY and BRAND_POSTAL_ADDRESS. It promises encryption in transit and at rest: serve the site by HTTPS, reach a database elsewhere with sslmode=verify-full, and see that the disks of the database and of its backups are encrypted.',
  },
]

export const samples: readonly Sample[] = [
  ...brandSamples,
  ...contentSamples
    .filter(({ sample }) => sample)
    .map(({ what, where, why }): Sample => ({ what, where, why })),
]

/** A build for a public address prints this list of sample content, with its files. */
export const samplesNote: string =
  brand.origin.startsWith('https:') && !isExample(brand.origin) && samples.length > 0
    ? ['Still a sample:', ...samples.map(({ what, where }) => `  ${what} (${where})`), ''].join(
        '\n',
      )
    : ''
