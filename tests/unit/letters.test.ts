import { describe, expect, onTestFinished, test } from 'vitest'
import { noteLetters } from '../../web/build/letters.ts'
import { parsePage } from '../../web/build/page-checks/checked-page.ts'
import { sharePictures } from '../../web/build/pictures/share.tsx'
import { createTypesetter } from '../../web/build/pictures/typesetter.ts'
import { share } from '../../web/content/share.ts'

describe('the letters of shared pictures', () => {
  test('are those of the languages that are written in Latin', async () => {
    const lettering = await createTypesetter('display', 750)
    expect(lettering.lacks('Ads für Łódź, București – İzmir')).toEqual([])
    // a hole has an outline of its own, always the same
    const { glyphs } = lettering.set('ŁódźğŞ')
    expect(glyphs).toHaveLength(6)
    expect(new Set(glyphs.map(({ outline }) => outline)).size).toBe(6)
    expect(glyphs.map(({ x }) => x)).toEqual(glyphs.map(({ x }) => x).toSorted((a, b) => a - b))
  })

  test('are found when they come in two parts', async () => {
    const lettering = await createTypesetter('display', 750)
    expect(lettering.lacks('Łódź'.normalize('NFD'))).toEqual([])
    expect(lettering.set('Łódź'.normalize('NFD'))).toEqual(lettering.set('Łódź'))
  })

  test('are not drawn as holes: the build refuses a headline', async () => {
    const { '/pricing': before } = share
    onTestFinished(() => void Object.assign(share, { '/pricing': before }))
    Object.assign(share, { '/pricing': { ...before, headline: 'Ads для shops' } })
    await expect(sharePictures()).rejects.toThrow(
      '- /pricing: “Ads для shops” cannot be drawn for its shared picture: the typeface (web/build/families.ts) has no д л я.',
    )
  })
})

describe('the letters of the pages', () => {
  const page = (file: string, text: string) =>
    parsePage(file, `<title>Ж</title><div id="root"><p>${text}</p></div>`)

  test('that the font files have are not spoken of, nor are signs', async () => {
    expect(await noteLetters([page('index.html', 'Café → “fine” ≈ 3 × 2')])).toEqual([])
  })

  test('that they lack are named, with what to do', async () => {
    expect(
      await noteLetters([
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
