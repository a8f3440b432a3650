import { expect, test } from 'vitest'
import { noteMissingGlyphs } from './characters.ts'
import { parsePage } from './check-pages.ts'

test('the build names letters that the fonts lack, and what to do, and no signs', () => {
  const page = (file: string, text: string) =>
    parsePage(file, `<title>Ж</title><div id="root"><p>${text}</p></div>`)
  expect(
    noteMissingGlyphs([
      page('index.html', 'Café → “fine” ≈ 3 × 2'),
      page('about.html', 'Jürgen Müller of Łódź'),
    ]),
  ).toEqual([
    'about.html: browsers draw ó ü Ł ź in another font. Add them to CHARACTERS in web/prerender/characters.ts and run `npm run fonts -w web`.',
  ])
})
