import { brand } from '../content/brand.ts'
import type { PageMeta } from './page.ts'

/** A page that search engines may not index, such as one behind a link of an email. */
export const unlisted = (title: string, description: string): PageMeta => ({
  title: `${title} – ${brand.name}`,
  description,
  indexed: false,
})
