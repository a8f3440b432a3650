import type { WebSite } from 'schema-dts'
import { absolute } from '../../content/absolute.ts'
import { brand } from '../../content/brand.ts'
import { organizationId } from './organization.ts'

/** Tells search engines the site's name: https://developers.google.com/search/docs/appearance/site-names */
export const website = {
  '@type': 'WebSite',
  '@id': absolute('/#website'),
  name: brand.name,
  url: absolute('/'),
  inLanguage: 'en',
  publisher: { '@id': organizationId },
} satisfies WebSite
