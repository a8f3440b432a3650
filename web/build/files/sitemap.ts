import { SitemapStream, streamToPromise } from 'sitemap'
import { brand } from '../../content/brand.ts'
import { privacy, terms } from '../../content/legal/legal.ts'
import { type Path, paths } from '../../content/navigation.ts'
import type { PostFacts } from '../../content/post.ts'

/**
 * https://www.sitemaps.org/protocol.html – with a date only where one is known: search
 * engines stop believing dates that change with every build.
 *
 * @param posts - the newest first
 */
export async function sitemap(posts: readonly PostFacts[]): Promise<string> {
  const changed: Partial<Record<Path, string | undefined>> = {
    [paths.blog]: posts[0]?.date,
    [paths.terms]: terms.effective,
    [paths.privacy]: privacy.effective,
  }
  const stream = new SitemapStream({
    hostname: brand.origin,
    lastmodDateOnly: true,
    xmlns: { news: false, xhtml: false, image: false, video: false },
  })
  for (const path of Object.values(paths)) {
    const lastmod = changed[path]
    stream.write({ url: path, ...(lastmod && { lastmod }) })
  }
  stream.end()
  return (await streamToPromise(stream)).toString()
}
