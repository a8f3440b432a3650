import type { WebSite } from 'schema-dts'
import { brand } from '../../content/brand.ts'
import { organizationId } from './organization.ts'

/** Tells search engines the site's name: https://developers.google.com/search/docs/appearance/site-names */
export const website = {
  '@type': 'WebSite',
  '@id': new URL('/#website', brand.origin).href,
  name: brand.name,
  url: new URL('/', brand.origin).href,
  inLanguage: 'en',
  publisher: { '@id': organizationId },
} satisfies WebSite
