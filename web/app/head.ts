import { LANGUAGE } from '@ad-kit/contract'
import { isReserved } from '../../contract/urls.ts'
import { escapeText } from '../../letters/html.ts'
import { feedTitle } from '../content/blog.ts'
import { brand } from '../content/brand.ts'
import { sharePicture } from '../content/example-products.ts'
import { absolute, files, shareSize } from '../content/files.ts'
import { news, newsWords } from '../content/news.ts'
import { answerPage, notFoundPage } from '../content/pages.ts'
import { color } from '../design/theme.ts'
import { ANSWER } from '../routes/page-files.ts'
import { pages } from '../routes/page-table.ts'
import { structuredData } from './structured-data.ts'

/** A site under a reserved name is a trial, which search engines must not show. */
const onTrial = isReserved(new URL(brand.origin).hostname)

/**
 * A page's metadata for the document head. The site's scripts do not contain it.
 * @param path - an address without query and fragment; for an unknown one, the result is about the not-found page
 */
export function pageMeta(path: string) {
  const page = pages.find((candidate) => candidate.path === path)
  if (page) return { ...page, canonical: absolute(page.path) }
  return { ...(path === ANSWER ? answerPage : notFoundPage), path: null, canonical: null }
}

const feeds = [
  { title: feedTitle, href: files.feed },
  ...(news.length > 0 ? [{ title: newsWords.feed, href: files.newsFeed }] : []),
]

/**
 * Returns the elements of a page's head for browsers, search engines and feed readers.
 *
 * @param path - an address without query and fragment; for an unknown one, the result is about the not-found page
 */
export function headHtml(path: string): string {
  const meta = pageMeta(path)
  const { title, description, indexed = true } = meta
  return [
    `<title>${escapeText(title)}</title>`,
    tag('meta', { name: 'description', content: description }),
    tag('meta', { name: 'theme-color', content: color.page }),
    // Without `sizes`, Chromium would prefer this icon to the SVG, although only the SVG is sharp at every size.
    tag('link', { rel: 'icon', href: files.legacyFavicon, sizes: '32x32' }),
    tag('link', { rel: 'icon', href: files.favicon, type: 'image/svg+xml' }),
    tag('link', { rel: 'apple-touch-icon', href: files.touchIcon }),
    tag('link', { rel: 'manifest', href: files.manifest }),
    ...feeds.map((feed) => tag('link', { rel: 'alternate', type: 'application/rss+xml', ...feed })),
    ...(indexed && !onTrial ? [] : [tag('meta', { name: 'robots', content: 'noindex' })]),
    ...(meta.path
      ? [tag('link', { rel: 'canonical', href: meta.canonical }), ...shareTags(meta)]
      : []),
    ...(structuredData[path] ?? []).map((thing) =>
      jsonLd({ '@context': 'https://schema.org', ...thing }),
    ),
  ].join('\n')
}

/** Open Graph requires a territory in each locale, so a language without one gets its most likely territory. */
const locale = new Intl.Locale(LANGUAGE).maximize()

type SharedPage = Extract<ReturnType<typeof pageMeta>, { path: string }>

/** Returns the tags for the preview of a shared link: Open Graph (ogp.me) and X's card. */
function shareTags({ title, description, canonical }: SharedPage): string[] {
  const openGraph = {
    'og:type': 'website',
    'og:url': canonical,
    'og:site_name': brand.name,
    'og:locale': `${locale.language}_${locale.region}`,
    'og:title': title,
    'og:description': description,
    'og:image': absolute(files.share),
    'og:image:type': 'image/png',
    'og:image:width': String(shareSize.width),
    'og:image:height': String(shareSize.height),
    'og:image:alt': sharePicture.alt,
  }
  return [
    ...Object.entries(openGraph).map(([property, content]) => tag('meta', { property, content })),
    // X reads the title, the description and the picture from Open Graph, but not the alternative text.
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    tag('meta', { name: 'twitter:image:alt', content: sharePicture.alt }),
  ]
}

/** Returns a void element, such as `<meta name="…" content="…">`. */
const tag = (name: 'meta' | 'link', attributes: Readonly<Record<string, string>>): string =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escapeText(value)}"`)
    .join(' ')}>`

/** Returns a JSON-LD script. It escapes `<`, which could end the element. */
const jsonLd = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
