import { SitemapStream, streamToPromise } from 'sitemap'
import { brand } from '../../content/brand.ts'
import { pages } from '../../routes/page-table.ts'

/**
 * https://www.sitemaps.org/protocol.html
 * Pages without a known date get none: search engines ignore dates that change with every build.
 */
export async function sitemap(): Promise<string> {
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
