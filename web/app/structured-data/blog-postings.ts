import type { BlogPosting } from 'schema-dts'
import { brand } from '../../content/brand.ts'
import { sharePicture } from '../../content/files.ts'
import { paths } from '../../content/navigation.ts'
import { type PostFacts, postPath } from '../../content/post.ts'
import { posts } from '../../content/posts.ts'
import { organization } from './organization.ts'

const publisher = { '@type': organization['@type'], name: brand.name, url: brand.origin } as const

/** https://developers.google.com/search/docs/appearance/structured-data/article */
const blogPosting = ({ id, title, date, category }: PostFacts) =>
  ({
    '@type': 'BlogPosting',
    headline: title,
    url: new URL(postPath(id), brand.origin).href,
    datePublished: date,
    articleSection: category,
    inLanguage: 'en',
    image: new URL(sharePicture(paths.blog), brand.origin).href,
    author: publisher,
    publisher,
  }) satisfies BlogPosting

export const blogPostings = posts.map(blogPosting)
