// Guards build-checks.

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { share } from '../content/share.ts'
import type { SharePicture } from '../routes/page.ts'
import { noteMissingGlyphs } from './missing-glyphs.ts'
import { parsePage } from './page-checks/check-pages.ts'
import { takeDisplayFace } from './pictures/lettering.ts'
import { sharePictures } from './pictures/share.ts'

describe('share pictures', () => {
  /** The darkness of each pixel of a word. */
  const draw = (word: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><text y="60" font-size="60">${word}</text></svg>`,
      ),
    )
      .extractChannel('alpha')
      .raw()
      .toBuffer()

  test('share pictures can be set in the languages that are written in Latin', async () => {
    const { lacks } = await takeDisplayFace()
    expect(lacks('Ads für Łódź, București – İzmir')).toEqual([])
    expect(lacks('Łódź'.normalize('NFD'))).toEqual([])
  })

  test('share pictures are set in the weight of the headlines, whatever the system has', async () => {
    const { widthOf } = await takeDisplayFace()
    const drawn = await sharp(await draw('mmmm'), { raw: { width: 300, height: 80, channels: 1 } })
      .trim({ background: '#000', threshold: 128 })
      .toBuffer({ resolveWithObject: true })
    expect(drawn.info.width / 60).toBeCloseTo(widthOf('mmmm'), 0)
  })

  test('the build refuses a headline whose share picture would have holes', async () => {
    const pictures: Record<string, SharePicture> = share
    const { '/pricing': pricing } = pictures
    if (!pricing) throw new Error('The pricing page has no share picture.')
    pictures['/pricing'] = { ...pricing, headline: 'Ads для shops' }
    try {
      await expect(sharePictures()).rejects.toThrow(
        '/pricing: “Ads для shops” cannot be drawn for its share picture: the typeface (web/prerender/families.ts) has no д л я.',
      )
    } finally {
      pictures['/pricing'] = pricing
    }
  })
})

describe('the letters of the pages', () => {
  const page = (file: string, text: string) =>
    parsePage(file, `<title>Ж</title><div id="root"><p>${text}</p></div>`)

  test('the build is silent about letters that the fonts have and about signs', async () => {
    expect(await noteMissingGlyphs([page('index.html', 'Café → “fine” ≈ 3 × 2')])).toEqual([])
  })

  test('the build names letters that the fonts lack, and what to do', async () => {
    expect(
      await noteMissingGlyphs([
        page('index.html', 'A café'),
        page('about.html', 'Jürgen Müller of Łódź'),
        page('blog.html', 'Smörgås'),
      ]),
    ).toEqual([
      'Browsers draw å ó ö ü in another font (about.html, blog.html): the font files lack them. Add them to CHARACTERS in web/prerender/fonts.ts and run `npm run fonts -w web`.',
      'Browsers draw Ł ź in another font (about.html): the families’ files in web/prerender/families.ts lack them.',
    ])
  })
})
