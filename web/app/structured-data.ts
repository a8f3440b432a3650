import type { BlogPosting, Organization } from 'schema-dts'
import { absolute } from '../content/absolute.ts'
import { blurb } from '../content/blurb.ts'
import { brand } from '../content/brand.ts'
import { files } from '../content/files.ts'
import { type PostFacts, postPath } from '../content/post.ts'

/** https://developers.google.com/search/docs/appearance/structured-data/organization */
export const organization = {
  '@type': 'Organization',
  name: brand.name,
  url: absolute('/'),
  description: blurb,
  logo: absolute(files.icon512),
  email: brand.supportEmail,
  sameAs: [brand.instagramUrl, brand.linkedinUrl, brand.productHunt.url].filter(Boolean),
} satisfies Organization

/** https://developers.google.com/search/docs/appearance/structured-data/article */
export const blogPosting = ({ id, title, date, category }: PostFacts) =>
  ({
    '@type': 'BlogPosting',
    headline: title,
    url: absolute(postPath(id)),
    datePublished: date,
    articleSection: category,
    image: absolute(files.share),
    author: { '@type': 'Organization', name: brand.name, url: brand.origin },
  }) satisfies BlogPosting
