import { brand } from '../../content/brand.ts'
import { files } from '../../content/files.ts'
import { color } from '../../design/theme.ts'
import { pageMeta } from '../../routes/page-meta.ts'

const icon = (src: string, side: number, purpose: 'any' | 'maskable') => ({
  src,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

/** https://www.w3.org/TR/appmanifest/ */
export const webManifest = (): string =>
  JSON.stringify({
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: pageMeta('/').description,
    lang: 'en',
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
  })
