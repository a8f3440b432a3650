import { XMLValidator } from 'fast-xml-parser'
import sharp from 'sharp'
import { expect } from 'vitest'
import { LANGUAGE } from '../../../contract/words.ts'
import { brand } from '../../../web/content/brand.ts'
import { color } from '../../../web/design/theme.ts'
import { test } from '../support/test.ts'

interface Manifest {
  icons: { src: string; sizes: string; type: string; purpose: string }[]
}

test('the manifest contains the brand’s name and colour, and icons of the stated sizes', async ({
  get,
}) => {
  const response = await get('/site.webmanifest')
  expect(response.headers.get('content-type')).toContain('application/manifest+json')
  const manifest: Manifest = await response.json()
  expect(manifest).toMatchObject({
    name: brand.name,
    short_name: brand.name,
    start_url: '/',
    lang: LANGUAGE,
    theme_color: color.page,
    background_color: color.page,
  })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await get(src)
    expect(icon.headers.get('content-type'), src).toBe(type)
    const { width, height } = await sharp(await icon.arrayBuffer()).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
})

test('the favicon is an SVG, an ICO of 32 px and a PNG of 180 px', async ({ get }) => {
  const svg = await get('/favicon.svg')
  expect(svg.headers.get('content-type')).toContain('image/svg+xml')
  expect(XMLValidator.validate(await svg.text())).toBe(true)

  const ico = Buffer.from(await (await get('/favicon.ico')).arrayBuffer())
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])

  const touchIcon = await (await get('/apple-touch-icon.png')).arrayBuffer()
  expect(await sharp(touchIcon).metadata()).toMatchObject({ width: 180, height: 180 })
})
