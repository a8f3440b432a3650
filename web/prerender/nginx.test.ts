// Guards mail-pictures.

import { expect, test } from 'vitest'
import type { SiteManifest } from './manifest.ts'
import { pictureMap, securityHeadersConf } from './nginx.ts'
import { pictureHeaders, securityHeaders } from './security-headers.ts'

const MANIFEST: SiteManifest = {
  headers: securityHeaders,
  pictureHeaders,
  pages: {},
  notFound: { file: '404.html', csp: '' },
}
const POLICY = 'cross-origin-resource-policy'

/** The value of a header for a file, as nginx chooses it. */
function headerOf(header: string, file: string): string {
  const [, value = ''] =
    new RegExp(`^add_header ${header} "(.+)" always;$`, 'm').exec(securityHeadersConf(MANIFEST)) ??
    []
  if (!value.startsWith('$')) return value
  const [, fallback = '', pattern = '', other = ''] =
    new RegExp(`map \\$uri \\${value} \\{\\s+default "(.+)";\\s+"~(.+)" "(.+)";\\s+\\}`).exec(
      pictureMap(MANIFEST),
    ) ?? []
  return new RegExp(pattern).test(file) ? other : fallback
}

test.each(['/pictures/a.png', '/a.jpg', '/share/a.jpeg', '/a.webp', '/a.svg', '/a.gif', '/a.avif'])(
  'nginx lets emails show the picture %s',
  (file) => {
    expect(headerOf(POLICY, file)).toBe('cross-origin')
  },
)

test.each(['/index.html', '/assets/a.js', '/feed.xml', '/a.png.html', '/png', '/api/health'])(
  'nginx keeps %s for the site',
  (file) => {
    expect(headerOf(POLICY, file)).toBe('same-origin')
  },
)

test('nginx has all other headers as they are', () => {
  expect(headerOf('x-frame-options', '/a.png')).toBe('DENY')
})
