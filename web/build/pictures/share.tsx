import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { brand } from '../../content/brand.ts'
import { sharePicturePath, shareSize } from '../../content/files.ts'
import { hero } from '../../content/home.ts'
import { share, taggedPrices } from '../../content/share.ts'
import { SharePicture } from '../../design/art/share/SharePicture.tsx'
import type { SharePicture as PictureOf } from '../../routes/page.ts'
import type { SiteFiles } from '../files/site-files.ts'
import { refuse } from '../refuse.ts'
import { createTypesetter } from './typesetter.ts'

/**
 * The share picture of every page as PNG.
 * @throws Error that names the words that cannot be drawn
 */
export async function sharePictures(): Promise<SiteFiles> {
  const lettering = await createTypesetter('display', 750)
  const words = { link: hero.scene.words.link, prices: taggedPrices }
  const texts: [path: string, text: string][] = [
    ...Object.entries(share).map(([path, { headline }]): [string, string] => [path, headline]),
    ['/waitlist', words.link],
    ['/pricing', words.prices.join(' ')],
  ]
  refuse(
    texts.flatMap(([path, text]) => {
      const missing = lettering.lacks(text).join(' ')
      if (missing === '') return []
      return `${path}: “${text}” cannot be drawn for its share picture: the typeface (web/build/families.ts) has no ${missing}.`
    }),
  )
  const draw = async ([path, picture]: [string, PictureOf]) => {
    const svg = renderToStaticMarkup(
      <SharePicture
        {...picture}
        {...shareSize}
        brand={brand.name}
        words={words}
        lettering={lettering}
      />,
    )
    return [sharePicturePath(path), await toPng(svg)] as const
  }
  return Object.fromEntries(await Promise.all(Object.entries(share).map(draw)))
}

/** 256 colours take a third of the space. Dithering avoids bands in the light. */
const toPng = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ palette: true, effort: 8, dither: 1 }).toBuffer()
