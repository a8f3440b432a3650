import { brand } from './brand.ts'
import { type Path, paths } from './navigation.ts'
import { plans } from './plans.ts'
import { pageTitle } from './titles.ts'

/** The plan to speak of where there is room for one. */
const spoken = plans.find(({ popular }) => popular) ?? plans[0]

const descriptions: Record<Path, string> = {
  [paths.home]:
    'Paste a product link or upload an image and get an ad kit for TikTok and Meta: mockups, UGC-style videos, captions, hooks and calls to action.',
  [paths.features]:
    'Brand builder, content studio, e-commerce suite, growth tools and more: what the platform does for people who sell online.',
  [paths.pricing]: `Start free with one product a day, or go ${spoken.name} for ${spoken.price} a month. Cancel anytime.`,
  [paths.about]: 'Why we are building the future of brand creation, and how far we have come.',
  [paths.blog]: 'Articles and case studies for people who sell online and make their own ads.',
  [paths.waitlist]:
    'Limited early access: join the waitlist for early access, launch discounts and lifetime perks.',
  [paths.terms]: `The terms that apply when you use ${brand.name}.`,
  [paths.privacy]: `What ${brand.name} does with personal data, and what it never does.`,
}

/**
 * What the document's head says of a page.
 *
 * @param path - an address without query and fragment; an unknown one is the not-found page
 */
export function pageMeta(path: string) {
  const title = pageTitle(path)
  const description = title.page ? descriptions[title.page] : 'There is no page at this address.'
  return { ...title, description }
}
