import type { BlogPosting, FAQPage, Organization, Product, WebSite, WithContext } from 'schema-dts'
import { type Path, paths } from '../../content/navigation.ts'
import { jsonLd } from '../head/markup.ts'
import { blogPostings } from './blog-postings.ts'
import { faqPage } from './faq-page.ts'
import { organization } from './organization.ts'
import { product } from './product.ts'
import { website } from './website.ts'

type Thing = Exclude<BlogPosting | FAQPage | Organization | Product | WebSite, string>

const things: Partial<Record<Path, readonly Thing[]>> = {
  [paths.home]: [organization, website],
  [paths.pricing]: [...faqPage, product],
  [paths.blog]: blogPostings,
}

/** What search engines are told of a page in their own terms: schema.org as JSON-LD. */
export const structuredData = (page: Path): string[] => (things[page] ?? []).map(script)

const script = (thing: Thing): string =>
  jsonLd({ '@context': 'https://schema.org', ...thing } satisfies WithContext<Thing>)
