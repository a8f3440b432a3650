import { brand } from './brand.ts'

/** Addresses of the files that the build writes. */
export const files = {
  favicon: '/favicon.svg',
  legacyFavicon: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
  icon192: '/icon-192.png',
  icon512: '/icon-512.png',
  maskableIcon: '/icon-maskable-512.png',
  manifest: '/site.webmanifest',
  robots: '/robots.txt',
  security: '/.well-known/security.txt',
  sitemap: '/sitemap.xml',
  feed: '/feed.xml',
  newsFeed: '/news.xml',
  share: '/share.png',
} as const

/** The size that social networks show uncropped, in pixels. */
export const shareSize = { width: 1200, height: 630 } as const

/** The address of a picture that is not part of the page's markup. */
export const picturePath = (file: string): string => `/pictures/${file}`

/** The full address of a path on the site. */
export const absolute = (path: string): string => new URL(path, brand.origin).href
