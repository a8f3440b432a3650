import type { Organization } from 'schema-dts'
import { brand } from '../../content/brand.ts'
import { files } from '../../content/files.ts'
import { footer } from '../../content/navigation.ts'

export const organizationId = new URL('/#organization', brand.origin).href

/** https://developers.google.com/search/docs/appearance/structured-data/organization */
export const organization = {
  '@type': 'Organization',
  '@id': organizationId,
  name: brand.name,
  url: new URL('/', brand.origin).href,
  description: footer.blurb,
  logo: new URL(files.icon512, brand.origin).href,
  email: brand.supportEmail,
  sameAs: [brand.instagramUrl, brand.linkedinUrl, brand.productHunt.url],
} satisfies Organization
