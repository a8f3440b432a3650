import type { BlogPosting } from 'schema-dts'
import { absolute } from '../../content/absolute.ts'
import { brand } from '../../content/brand.ts'
import { sharePicturePath } from '../../content/files.ts'
import { type PostFacts, postPath } from '../../content/post.ts'
import { organization } from './organization.ts'

const publisher = { '@type': organization['@type'], name: brand.name, url: brand.origin } as const

/** https://developers.google.com/search/docs/appearance/structured-data/article */
export const blogPosting = ({ id, title, date, category }: PostFacts) =>
  ({
    '@type': 'BlogPosting',
    headline: title,
    url: absolute(postPath(id)),
    datePublished: date,
    articleSection: category,
    inLanguage: 'en',
    image: absolute(sharePicturePath('/blog')),
    author: publisher,
    publisher,
  }) satisfies BlogPosting
