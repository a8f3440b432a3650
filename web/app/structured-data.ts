import { LANGUAGE } from '@ad-kit/contract'
import type { BlogPosting, Organization } from 'schema-dts'
import { brand } from '../content/brand.ts'
import { absolute, files } from '../content/files.ts'
import { footer } from '../content/navigation.ts'
import { news, newsPath } from '../content/news.ts'
import { postPath } from '../content/post.ts'
import { readPosts } from '../routes/posts.ts'

/** https://developers.google.com/search/docs/appearance/structured-data/organization */
const organization = {
  '@type': 'Organization',
  name: brand.name,
  url: absolute('/'),
  description: footer.blurb,
  logo: absolute(files.icon512),
  email: brand.supportEmail,
  sameAs: [brand.instagramUrl, brand.linkedinUrl, brand.productHunt.url].filter(Boolean),
} satisfies Organization

interface Article {
  readonly title: string
  readonly path: string
  readonly date: string
  readonly category?: string
}

/** https://developers.google.com/search/docs/appearance/structured-data/article */
const blogPosting = ({ title, path, date, category }: Article) =>
  ({
    '@type': 'BlogPosting',
    headline: title,
    url: absolute(path),
    inLanguage: LANGUAGE,
    datePublished: date,
    ...(category && { articleSection: category }),
    image: absolute(files.share),
    author: { '@type': 'Organization', name: brand.name, url: brand.origin },
  }) satisfies BlogPosting

/** JSON-LD objects, keyed by the paths of their pages. */
export const structuredData: Readonly<Record<string, readonly object[]>> = {
  '/': [organization],
  '/blog': (await readPosts()).map(({ id, ...post }) =>
    blogPosting({ ...post, path: postPath(id) }),
  ),
  ...Object.fromEntries(news.map((letter) => [letter.path, [blogPosting(letter)]])),
  ...(news.length > 0 && { [newsPath]: news.map(blogPosting) }),
}
