import { absolute } from '../../content/absolute.ts'
import { brand } from '../../content/brand.ts'
import { sharePicturePath, shareSize } from '../../content/files.ts'
import { shareAlt } from '../../content/share.ts'
import { shareOf } from '../../routes/page-meta.ts'
import { tag } from './markup.ts'

interface SharedPage {
  readonly title: string
  readonly description: string
  readonly path: string
  readonly canonical: string
}

/** Open Graph (ogp.me) and X's card: the preview of a shared link. */
export function shareTags({ title, description, path, canonical }: SharedPage): string[] {
  const share = shareOf(path)
  const image = absolute(sharePicturePath(share.path))
  const alt = shareAlt(share)
  const openGraph = {
    'og:type': 'website',
    'og:url': canonical,
    'og:site_name': brand.name,
    'og:locale': 'en_US',
    'og:title': title,
    'og:description': description,
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': String(shareSize.width),
    'og:image:height': String(shareSize.height),
    'og:image:alt': alt,
  }
  // X reads the title, the description and the picture from Open Graph, but not the alternative text.
  const card = {
    'twitter:card': 'summary_large_image',
    'twitter:image:alt': alt,
  }
  return [
    ...Object.entries(openGraph).map(([property, content]) => tag('meta', { property, content })),
    ...Object.entries(card).map(([name, content]) => tag('meta', { name, content })),
  ]
}
