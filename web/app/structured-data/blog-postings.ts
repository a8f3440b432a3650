import type { BlogPosting } from 'schema-dts'
import { absolute } from '../../content/absolute.ts'
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
    url: absolute(postPath(id)),
    datePublished: date,
    articleSection: category,
    inLanguage: 'en',
    image: absolute(sharePicture(paths.blog)),
    author: publisher,
    publisher,
  }) satisfies BlogPosting

export const blogPostings = posts.map(blogPosting)
