import type { Organization, WebSite } from 'schema-dts'
import { absolute } from '../../content/absolute.ts'
import { blurb } from '../../content/blurb.ts'
import { brand } from '../../content/brand.ts'
import { files } from '../../content/files.ts'

const organizationId = absolute('/#organization')

/** https://developers.google.com/search/docs/appearance/structured-data/organization */
export const organization = {
  '@type': 'Organization',
  '@id': organizationId,
  name: brand.name,
  url: absolute('/'),
  description: blurb,
  logo: absolute(files.icon512),
  email: brand.supportEmail,
  sameAs: [brand.instagramUrl, brand.linkedinUrl, brand.productHunt.url].filter(Boolean),
} satisfies Organization

/** https://developers.google.com/search/docs/appearance/site-names */
export const website = {
  '@type': 'WebSite',
  '@id': absolute('/#website'),
  name: brand.name,
  url: absolute('/'),
  inLanguage: 'en',
  publisher: { '@id': organizationId },
} satisfies WebSite
