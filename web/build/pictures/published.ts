import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { sharePicture } from '../../content/example-products.ts'
import { files, picturePath, shareSize } from '../../content/files.ts'
import type { SiteFiles } from '../files/write.ts'
import { withNames } from './colours.ts'
import { type Drawing, FOLDER, pictureFiles, readDrawings, sizeOf, standalone } from './drawings.ts'

/** Returns the names of the pages' pictures. `art.svg` is left out, because it only provides parts for others. */
async function pagePictures(): Promise<string[]> {
  const others: readonly string[] = ['art.svg', sharePicture.file]
  return (await pictureFiles()).filter((file) => !others.includes(file))
}

/**
 * Returns whether a drawing is inlined, because it contains words, which need the site's fonts, or shares parts with
 * others, which a page then contains only once. All other drawings are linked, and load when they come into view.
 */
const isInlined = ({ parts, body }: Drawing): boolean => parts.size > 0 || body.includes('<text')

const linked = (file: string, width: number, height: number): string =>
  `<img src="${picturePath(file)}" width="${width}" height="${height}">`

/** Returns the exports of the module `virtual:pictures`. */
export async function pageMarkup() {
  const drawingOf = await readDrawings()
  const parts = new Map<string, string>()
  const toMarkup = async (file: string): Promise<string> => {
    if (!file.endsWith('.svg')) {
      const { autoOrient } = await sharp(await readFile(new URL(file, FOLDER))).metadata()
      return linked(file, autoOrient.width, autoOrient.height)
    }
    const drawing = drawingOf(file)
    if (!isInlined(drawing)) return linked(file, ...sizeOf(drawing))
    for (const [id, part] of drawing.parts) parts.set(id, part)
    return `<svg ${drawing.frame}>${drawing.body}</svg>`
  }
  const pictures = await Promise.all(
    (await pagePictures()).map(async (file) => [file, await toMarkup(file)] as const),
  )
  return { pictures: Object.fromEntries(pictures), parts: Object.fromEntries(parts) }
}

/** Returns a picture as a separate file. */
export async function contentOf(file: string): Promise<Buffer> {
  return file.endsWith('.svg')
    ? Buffer.from(standalone((await readDrawings())(file)))
    : readFile(new URL(file, FOLDER))
}

/** Returns the pictures as files, and the picture for shared links as PNG. */
export async function publishedPictures(): Promise<SiteFiles> {
  const share = sharp(await contentOf(sharePicture.file))
    .resize(shareSize)
    // A 256-colour palette takes a third of the space. Dithering avoids bands in the light.
    .png({ palette: true, effort: 8, dither: 1 })
    .toBuffer()
  const pictures = (await pagePictures()).map(
    async (file) => [picturePath(file), await contentOf(file)] as const,
  )
  return { ...Object.fromEntries(await Promise.all(pictures)), [files.share]: await share }
}

/** Matches what the Content-Security-Policy forbids within a page. */
const FORBIDDEN = /<(?:style|script)\b|\s(?:style|on\w+)="/

function problemOf(file: string, drawingOf: (file: string) => Drawing): string[] {
  try {
    const drawing = drawingOf(file)
    const found = isInlined(drawing) && FORBIDDEN.exec(drawing.body)
    return found
      ? [
          `web/pictures/${file}: a page may not contain ${found[0].trim()}: use attributes like fill="…".`,
        ]
      : []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** @returns a message for every problem with a drawing. A problem in a shared part is reported once. */
export async function checkPictures(): Promise<readonly string[]> {
  const drawingOf = await readDrawings()
  const problems = [...(await pagePictures()), sharePicture.file]
    .filter((file) => file.endsWith('.svg'))
    .flatMap((file) => problemOf(file, drawingOf))
  return withNames([...new Set(problems)])
}
