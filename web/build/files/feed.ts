import { LANGUAGE } from '@ad-kit/contract'
import { Feed } from 'feed'
import { absolute } from '../../content/files.ts'
import { footer } from '../../content/navigation.ts'

interface Channel {
  readonly title: string
  readonly description: string
  /** The address of the page with the same content. */
  readonly page: string
  /** The address of the feed. */
  readonly file: string
}

interface Item {
  readonly title: string
  readonly description: string
  readonly path: string
  /** ISO 8601. */
  readonly date: string
  readonly category?: string
}

/**
 * Makes a feed in RSS 2.0.
 * @param items - newest first. The first item's date is also the feed's, so that builds are reproducible.
 */
export function feed({ title, description, page, file }: Channel, items: readonly Item[]): string {
  const [newest] = items
  const rss = new Feed({
    title,
    description,
    id: absolute(page),
    link: absolute(page),
    language: LANGUAGE,
    copyright: footer.copyright,
    generator: false,
    feedLinks: { rss: absolute(file) },
    ...(newest && { updated: new Date(newest.date) }),
  })
  for (const { title, description, path, date, category } of items) {
    const link = absolute(path)
    rss.addItem({
      title,
      id: link,
      link,
      description,
      date: new Date(date),
      ...(category && { category: [{ name: category }] }),
    })
  }
  return rss.rss2()
}
