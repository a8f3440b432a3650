import { describe, expect, test } from 'vitest'
import { noteMissingGlyphs } from '../../../../web/build/missing-glyphs.ts'
import { parsePage } from '../../../../web/build/page-checks/checked-page.ts'
import { sharePictures } from '../../../../web/build/pictures/share.tsx'
import { createTypesetter } from '../../../../web/build/pictures/typesetter.ts'
import { share } from '../../../../web/content/share.ts'
import type { SharePicture } from '../../../../web/routes/page.ts'

describe('share pictures', () => {
  test('share pictures can be set in the languages that are written in Latin', async () => {
    const lettering = await createTypesetter('display', 750)
    expect(lettering.lacks('Ads für Łódź, București – İzmir')).toEqual([])
    // Every missing letter would have the same outline.
    const { glyphs } = lettering.set('ŁódźğŞ')
    expect(new Set(glyphs.map(({ outline }) => outline)).size).toBe(6)
    expect(glyphs.map(({ x }) => x)).toEqual(glyphs.map(({ x }) => x).toSorted((a, b) => a - b))

    const decomposed = 'Łódź'.normalize('NFD')
    expect(lettering.lacks(decomposed)).toEqual([])
    expect(lettering.set(decomposed)).toEqual(lettering.set('Łódź'))
  })

  test('the build refuses a headline whose share picture would have holes', async () => {
    const pictures: Record<string, SharePicture> = share
    const { '/pricing': pricing } = pictures
    if (!pricing) throw new Error('The pricing page has no share picture.')
    pictures['/pricing'] = { ...pricing, headline: 'Ads для shops' }
    try {
      await expect(sharePictures()).rejects.toThrow(
        '/pricing: “Ads для shops” cannot be drawn for its share picture: the typeface (web/build/families.ts) has no д л я.',
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
      'Browsers draw å ó ö ü in another font (about.html, blog.html): the font files lack them. Add them to CHARACTERS in web/build/fonts.ts and run `npm run fonts -w web`.',
      'Browsers draw Ł ź in another font (about.html): the families’ files in web/build/families.ts lack them.',
    ])
  })
})
