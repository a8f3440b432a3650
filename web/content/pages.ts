import { brand } from './brand.ts'
import { type Path, paths } from './navigation.ts'
import { proPrice } from './pro-price.ts'

/** What the document's head says of a page. */
export interface PageMeta {
  readonly title: string
  readonly description: string
}

const pages: Record<Path, PageMeta> = {
  [paths.home]: {
    title: `${brand.name} – Turn any product link into high-converting ads`,
    description:
      'Paste a product link or upload an image and get an ad kit for TikTok and Meta: mockups, UGC-style videos, captions, hooks and calls to action.',
  },
  [paths.features]: {
    title: `Features – ${brand.name}`,
    description:
      'Brand builder, content studio, e-commerce suite, growth tools and more: what the platform does for people who sell online.',
  },
  [paths.pricing]: {
    title: `Pricing – ${brand.name}`,
    description: `Start free with one product a day, or go Pro for ${proPrice} a month. Cancel anytime.`,
  },
  [paths.about]: {
    title: `About – ${brand.name}`,
    description: 'Why we are building the future of brand creation, and how far we have come.',
  },
  [paths.blog]: {
    title: `Insights & Stories – ${brand.name}`,
    description: 'Articles and case studies for people who sell online and make their own ads.',
  },
  [paths.waitlist]: {
    title: `Join the waitlist – ${brand.name}`,
    description:
      'Limited early access: join the waitlist for early access, launch discounts and lifetime perks.',
  },
  [paths.terms]: {
    title: `Terms of Service – ${brand.name}`,
    description: `The terms that apply when you use ${brand.name}.`,
  },
  [paths.privacy]: {
    title: `Privacy Policy – ${brand.name}`,
    description: `What ${brand.name} does with personal data, and what it never does.`,
  },
}

const notFound: PageMeta = {
  title: `Page not found – ${brand.name}`,
  description: 'There is no page at this address.',
}

type Address =
  | { readonly page: Path; readonly canonical: string }
  | { readonly page: null; readonly canonical: null }

/** @param path - an address without query and fragment; an unknown one is the not-found page */
export function pageMeta(path: string): PageMeta & Address {
  const page = Object.values(paths).find((candidate) => candidate === path)
  return page
    ? { ...pages[page], page, canonical: new URL(page, brand.origin).href }
    : { ...notFound, page: null, canonical: null }
}
