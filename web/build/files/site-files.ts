import { LANGUAGE } from '@ad-kit/contract'
import { SitemapStream, streamToPromise } from 'sitemap'
import { pageMeta } from '../../app/head.ts'
import { blogHead, feedTitle } from '../../content/blog.ts'
import { brand } from '../../content/brand.ts'
import { absolute, files } from '../../content/files.ts'
import { news, newsPath, newsWords } from '../../content/news.ts'
import { postPath } from '../../content/post.ts'
import { color } from '../../design/theme.ts'
import { pages } from '../../routes/page-table.ts'
import { readPosts } from '../../routes/posts.ts'
import { publishedPictures } from '../pictures/published.ts'
import { feed } from './feed.ts'
import { icons } from './icons.ts'
import type { SiteFiles } from './write.ts'

/** Makes all files from the content. */
export const siteFiles = async (): Promise<SiteFiles> => ({
  ...(await icons()),
  ...(await publishedPictures()),
  [files.manifest]: JSON.stringify(webManifest),
  [files.robots]: robots,
  [files.sitemap]: await sitemap(),
  [files.feed]: await blogFeed(),
  ...(news.length > 0 && { [files.newsFeed]: newsFeed() }),
  [files.security]: securityTxt(new Date()),
})

async function blogFeed(): Promise<string> {
  const posts = await readPosts()
  return feed(
    { title: feedTitle, description: blogHead.text, page: '/blog', file: files.feed },
    posts.map(({ id, excerpt, ...post }) => ({
      ...post,
      description: excerpt,
      path: postPath(id),
    })),
  )
}

const newsFeed = (): string =>
  feed(
    {
      title: newsWords.feed,
      description: newsWords.text,
      page: newsPath,
      file: files.newsFeed,
    },
    news,
  )

const icon = (src: string, side: number, purpose: 'any' | 'maskable') => ({
  src,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

/** https://www.w3.org/TR/appmanifest/ */
const webManifest = {
  id: '/',
  name: brand.name,
  short_name: brand.name,
  description: pageMeta('/').description,
  lang: LANGUAGE,
  start_url: '/',
  scope: '/',
  display: 'browser',
  background_color: color.page,
  theme_color: color.page,
  icons: [
    icon(files.icon192, 192, 'any'),
    icon(files.icon512, 512, 'any'),
    icon(files.maskableIcon, 512, 'maskable'),
  ],
}

/** The rules of robots.txt (RFC 9309). Crawlers skip the API, which has no pages. */
const robots = `User-agent: *
Disallow: /api/

Sitemap: ${absolute(files.sitemap)}
`

/**
 * https://www.sitemaps.org/protocol.html Pages without a known date are listed without one, because search engines
 * ignore dates that change with every build.
 */
async function sitemap(): Promise<string> {
  const stream = new SitemapStream({
    hostname: brand.origin,
    lastmodDateOnly: true,
    xmlns: { news: false, xhtml: false, image: false, video: false },
  })
  for (const { path, changed, indexed = true } of pages) {
    if (indexed) stream.write({ url: path, ...(changed && { lastmod: changed }) })
  }
  stream.end()
  return (await streamToPromise(stream)).toString()
}

/**
 * Makes security.txt (RFC 9116). It expires at midnight, a year after the day of the build, so that all builds of a day
 * are identical.
 */
function securityTxt(built: Date): string {
  const nextYear = Date.UTC(built.getUTCFullYear() + 1, built.getUTCMonth(), built.getUTCDate())
  return `Contact: mailto:${brand.supportEmail}
Expires: ${new Date(nextYear).toISOString().replace('.000', '')}
Preferred-Languages: ${LANGUAGE}
Canonical: ${absolute(files.security)}
`
}
