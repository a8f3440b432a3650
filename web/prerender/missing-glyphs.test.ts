// Guards build-checks.

import { describe, expect, test } from 'vitest'
import { noteMissingGlyphs } from './missing-glyphs.ts'
import { parsePage } from './page-checks/check-pages.ts'

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
