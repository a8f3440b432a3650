import { feedTitle } from '../../content/blog.ts'
import { files } from '../../content/files.ts'
import { color } from '../../design/theme.ts'
import { pageMeta } from '../../routes/page-meta.ts'
import { escapeHtml, jsonLd, tag } from './markup.ts'
import { shareTags } from './share.ts'

/**
 * What the document's head says of a page to browsers, search engines and feed readers.
 *
 * @param path - an address without query and fragment; an unknown one is the not-found page
 */
export function headHtml(path: string): string {
  const meta = pageMeta(path)
  const { title, description, indexed = true, structuredData = [] } = meta
  return [
    `<title>${escapeHtml(title)}</title>`,
    tag('meta', { name: 'description', content: description }),
    tag('meta', { name: 'theme-color', content: color.page }),
    // With its size, or Chromium would prefer it to the one that is sharp at every size.
    tag('link', { rel: 'icon', href: files.legacyFavicon, sizes: '32x32' }),
    tag('link', { rel: 'icon', href: files.favicon, type: 'image/svg+xml' }),
    tag('link', { rel: 'apple-touch-icon', href: files.touchIcon }),
    tag('link', { rel: 'manifest', href: files.manifest }),
    tag('link', {
      rel: 'alternate',
      type: 'application/rss+xml',
      title: feedTitle,
      href: files.feed,
    }),
    ...(indexed ? [] : [tag('meta', { name: 'robots', content: 'noindex' })]),
    ...(meta.path
      ? [tag('link', { rel: 'canonical', href: meta.canonical }), ...shareTags(meta)]
      : []),
    ...structuredData.map((thing) => jsonLd({ '@context': 'https://schema.org', ...thing })),
  ].join('\n')
}
