import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { picturePath } from '../../content/files.ts'
import type { SiteFiles } from '../files/site-files.ts'
import { type Drawing, FOLDER, pictureFiles, readDrawings, sizeOf, standalone } from './drawings.ts'

const web = new URL('../../', import.meta.url)

/** The pictures that pages name, and the texts that name them. Those of `share/` are in the share pictures only. */
async function namedPictures() {
  const sources = globSync('{content,pages,sections}/**/*.{ts,tsx,mdx}', { cwd: web })
  const texts = await Promise.all(sources.map((file) => readFile(new URL(file, web), 'utf8')))
  const text = texts.join('\n')
  const isNamed = (file: string) =>
    new RegExp(`(?<![\\w/-])(?:/pictures/)?${file.replaceAll('.', '\\.')}(?![\\w-])`).test(text)
  const all = await pictureFiles()
  const files = all.filter((file) => !file.startsWith('share/') && isNamed(file))
  return { all, files, text, drawingOf: await readDrawings() }
}

/**
 * Whether a drawing becomes part of the page. It does if its words need the site's fonts, or if it
 * shares parts with others, which are then in the page once. Others are loaded when they are seen.
 */
const isInlined = ({ parts, body }: Drawing): boolean => parts.size > 0 || body.includes('<text')

const linked = (file: string, width: number, height: number): string =>
  `<img src="${picturePath(file)}" width="${width}" height="${height}">`

interface PageMarkup {
  /** By file, without an alternative text. */
  readonly pictures: Readonly<Record<string, string>>
  /** What drawings share, by id. */
  readonly parts: Readonly<Record<string, string>>
}

/** The pictures that pages name, as markup. */
export async function pageMarkup(): Promise<PageMarkup> {
  const { files, drawingOf } = await namedPictures()
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
    files.map(async (file) => [file, await toMarkup(file)] as const),
  )
  return { pictures: Object.fromEntries(pictures), parts: Object.fromEntries(parts) }
}

/** The pictures that pages link, as files. */
export async function linkedPictures(): Promise<SiteFiles> {
  const { files, text, drawingOf } = await namedPictures()
  const contents = await Promise.all(
    files.map(async (file) => {
      const address = picturePath(file)
      if (!file.endsWith('.svg')) return [[address, await readFile(new URL(file, FOLDER))] as const]
      const drawing = drawingOf(file)
      return isInlined(drawing) && !text.includes(address)
        ? []
        : [[address, standalone(drawing)] as const]
    }),
  )
  return Object.fromEntries(contents.flat())
}

/** What the Content-Security-Policy forbids within a page. */
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

/** @returns a sentence for every drawing that cannot be used */
export async function checkPictures(): Promise<string[]> {
  const { all, files, drawingOf } = await namedPictures()
  return all
    .filter((file) => file.endsWith('.svg') && (files.includes(file) || file.startsWith('share/')))
    .flatMap((file) => problemOf(file, drawingOf))
}
