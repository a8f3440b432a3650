import { LANGUAGE } from '@ad-kit/contract'
import { Feed } from 'feed'
import { blogHead, feedTitle } from '../../content/blog.ts'
import { absolute, files } from '../../content/files.ts'
import { footer } from '../../content/navigation.ts'
import { type PostFacts, postPath } from '../../content/post.ts'

/**
 * The articles as RSS 2.0.
 * @param posts - the newest first. Its date is the date of the feed, so that builds are reproducible.
 */
export function feed(posts: readonly PostFacts[]): string {
  const [newest] = posts
  const rss = new Feed({
    title: feedTitle,
    description: blogHead.text,
    id: absolute('/blog'),
    link: absolute('/blog'),
    language: LANGUAGE,
    copyright: footer.copyright,
    generator: false,
    feedLinks: { rss: absolute(files.feed) },
    ...(newest && { updated: new Date(newest.date) }),
  })
  for (const { id, title, excerpt, date, category } of posts) {
    const link = absolute(postPath(id))
    rss.addItem({
      title,
      id: link,
      link,
      description: excerpt,
      date: new Date(date),
      category: [{ name: category }],
    })
  }
  return rss.rss2()
}
