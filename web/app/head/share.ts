import { absolute } from '../../content/absolute.ts'
import { brand } from '../../content/brand.ts'
import { sharePicture, shareSize } from '../../content/files.ts'
import type { Path } from '../../content/navigation.ts'
import { share, shareAlt } from '../../content/share.ts'
import { tag } from './markup.ts'

interface SharedPage {
  readonly title: string
  readonly description: string
  readonly page: Path
  readonly canonical: string
}

/** Open Graph (ogp.me) and X's card: what is shown where somebody shares the page's link. */
export function shareTags({ title, description, page, canonical }: SharedPage): string[] {
  const image = absolute(sharePicture(page))
  const alt = shareAlt(share[page])
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
  // X takes the title, the description and the picture from Open Graph, but not its words.
  const card = {
    'twitter:card': 'summary_large_image',
    'twitter:image:alt': alt,
  }
  return [
    ...Object.entries(openGraph).map(([property, content]) => tag('meta', { property, content })),
    ...Object.entries(card).map(([name, content]) => tag('meta', { name, content })),
  ]
}
