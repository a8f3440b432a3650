import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { escapeText } from '../../../letters/html.ts'
import { brand } from '../../content/brand.ts'
import { sharePicturePath, shareSize } from '../../content/files.ts'
import { share, shareScenes, taggedPrices } from '../../content/share.ts'
import { mark } from '../../design/mark.ts'
import { color } from '../../design/theme.ts'
import type { SharePicture } from '../../routes/page.ts'
import type { SiteFiles } from '../files/site-files.ts'
import { refuse } from '../refuse.ts'
import { FOLDER, readDrawings, standalone } from './drawings.ts'
import { setHeadline, TRACKING } from './headline.ts'
import { type Lettering, takeDisplayFace } from './lettering.ts'

const { width, height } = shareSize

/** From the edges of the picture to its words. */
const EDGE = 76
/** The width of the headline. */
const COLUMN = 640
/** Below the last baseline. */
const DESCENT = 12

/** What double braces in a picture stand for. */
const words: Readonly<Record<string, string | undefined>> = {
  price1: taggedPrices[0],
  price2: taggedPrices[1],
}

/**
 * The share picture of every page as PNG.
 * @throws Error that names the words that cannot be drawn
 */
export async function sharePictures(): Promise<SiteFiles> {
  const lettering = await takeDisplayFace()
  const grounds = await readGrounds()
  const entries = Object.entries(share)
  refuse(
    entries.flatMap(([path, { headline, scene }]) =>
      [headline, wordsIn(grounds.get(scene))].flatMap((text) => {
        const missing = lettering.lacks(text).join(' ')
        if (missing === '') return []
        return `${path}: “${text}” cannot be drawn for its share picture: the typeface (web/prerender/families.ts) has no ${missing}.`
      }),
    ),
  )
  const pictures = entries.map(async ([path, { headline, scene }]) => {
    const front = Buffer.from(frontOf(headline, lettering))
    return [sharePicturePath(path), await toPng(grounds.get(scene), front)] as const
  })
  return Object.fromEntries(await Promise.all(pictures))
}

type Ground = string | Buffer | undefined

/** The files behind the headlines: drawings with their words, or photographs. */
async function readGrounds(): Promise<ReadonlyMap<SharePicture['scene'], Ground>> {
  const drawingOf = await readDrawings()
  return new Map(
    await Promise.all(
      Object.entries(shareScenes).map(async ([scene, { file }]) => {
        const ground = file.endsWith('.svg')
          ? fillIn(standalone(drawingOf(file)))
          : await readFile(new URL(file, FOLDER))
        return [scene as SharePicture['scene'], ground] as const
      }),
    ),
  )
}

const fillIn = (svg: string): string =>
  svg.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => escapeText(words[name] ?? ''))

const wordsIn = (ground: Ground): string =>
  typeof ground === 'string'
    ? [...ground.matchAll(/<text[^>]*>(.*?)<\/text>/gs)]
        .map(([, text = '']) => text.replaceAll(/<[^>]+>/g, ' '))
        .join(' ')
    : ''

/** The logo and the headline. */
function frontOf(headline: string, lettering: Lettering): string {
  const { size, lines } = setHeadline(headline, lettering, COLUMN)
  const line = (text: string, x: number, y: number, px: number, tracking: number) =>
    `<text x="${x}" y="${y}" font-size="${px}" letter-spacing="${tracking * px}" fill="${color.strong}">${escapeText(text.normalize())}</text>`
  // A name in another script is in the page's title only.
  const name = lettering.lacks(brand.name).length === 0 ? line(brand.name, 60, 36, 42, -0.02) : ''
  const bottom = height - EDGE - DESCENT
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<g transform="translate(${EDGE} ${EDGE - 14})"><g transform="scale(1.6)"><path d="${mark.star}" fill="${color.accent}"/><path d="${mark.flame}" fill="${color.onAccent}"/></g>${name}</g>
${lines.map((text, index) => line(text, EDGE - 4, bottom - (lines.length - 1 - index) * size, size, TRACKING)).join('')}
</svg>`
}

/** 256 colours take a third of the space. Dithering avoids bands in the light. */
const toPng = (ground: Ground, front: Buffer): Promise<Buffer> =>
  sharp(typeof ground === 'string' ? Buffer.from(ground) : ground)
    .resize(width, height)
    .composite([{ input: front }])
    .png({ palette: true, effort: 8, dither: 1 })
    .toBuffer()
