import { absolute } from './absolute.ts'
import { brand } from './brand.ts'
import { type Path, paths } from './navigation.ts'

/** Headings of pages whose tab says the same. */
export const headings = {
  blog: 'Insights & Stories',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
} as const

const titles: Record<Path, string> = {
  [paths.home]: `${brand.name} – Turn any product link into high-converting ads`,
  [paths.features]: `Features – ${brand.name}`,
  [paths.pricing]: `Pricing – ${brand.name}`,
  [paths.about]: `About – ${brand.name}`,
  [paths.blog]: `${headings.blog} – ${brand.name}`,
  [paths.waitlist]: `Join the waitlist – ${brand.name}`,
  [paths.terms]: `${headings.terms} – ${brand.name}`,
  [paths.privacy]: `${headings.privacy} – ${brand.name}`,
}

type Address =
  | { readonly page: Path; readonly canonical: string }
  | { readonly page: null; readonly canonical: null }

/**
 * What a client navigation has to change of the head; the rest is in `pages.ts`, which no browser
 * fetches.
 *
 * @param path - an address without query and fragment; an unknown one is the not-found page
 */
export function pageTitle(path: string): { readonly title: string } & Address {
  const page = Object.values(paths).find((candidate) => candidate === path)
  return page
    ? { title: titles[page], page, canonical: absolute(page) }
    : { title: `Page not found – ${brand.name}`, page: null, canonical: null }
}
