import { readdir, readFile } from 'node:fs/promises'
import { extname, posix } from 'node:path'
import { withValues } from './colours.ts'

export const FOLDER = new URL('../../pictures/', import.meta.url)

/** An SVG file from `web/pictures` with the values of its variables, and with ids that no other file uses. */
export interface Drawing {
  /** Its root's attributes, without width and height, so that the drawing is as wide as its container. */
  readonly frame: string
  readonly body: string
  /** The parts of other files that it refers to, by id. */
  readonly parts: ReadonlyMap<string, string>
}

/** Matches a reference to an element in the same file or in another one. */
const REFERENCE = /(url\(|href=")([\w./-]*\.svg)?#([\w-]+)/g

/** Returns the names of all pictures. */
export async function pictureFiles(): Promise<string[]> {
  const names = await readdir(FOLDER, { recursive: true })
  return names.filter((name) => extname(name) !== '').sort()
}

/** A page can contain several drawings, so their ids must differ. */
const idOf = (file: string, id: string): string =>
  `${file.replace(/\.svg$/, '').replaceAll('/', '-')}-${id}`

/** Returns a drawing on one line, without comments and with ids that no other file uses. */
const prepare = (file: string, text: string): string =>
  text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/>\s*\n\s*</g, '><')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/ id="([\w-]+)"/g, (_, id: string) => ` id="${idOf(file, id)}"`)
    .replaceAll(REFERENCE, (_, start: string, other: string | undefined, id: string) => {
      const target = other ? posix.join(posix.dirname(file), other) : file
      return `${start}#${idOf(target, id)}`
    })

/** Returns the markup of the element with this id. */
function elementOf(text: string, id: string): string | undefined {
  const at = text.indexOf(` id="${id}"`)
  if (at < 0) return undefined
  const start = text.lastIndexOf('<', at)
  let depth = 0
  for (const { 0: tag, index } of text.slice(start).matchAll(/<[^>]+>/g)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (depth === 0) return text.slice(start, start + index + tag.length)
  }
  return undefined
}

/**
 * Reads the drawings in `web/pictures`. Returns a function that looks one up by its file name.
 * @throws Error from the returned function, with a message about what is wrong with the drawing
 */
export async function readDrawings(): Promise<(file: string) => Drawing> {
  const names = (await pictureFiles()).filter((name) => name.endsWith('.svg'))
  const texts = new Map(
    await Promise.all(
      names.map(
        async (name): Promise<[string, string]> => [
          name,
          prepare(name, await readFile(new URL(name, FOLDER), 'utf8')),
        ],
      ),
    ),
  )

  function collect(file: string, markup: string, parts: Map<string, string>): Map<string, string> {
    for (const [, , , id = ''] of markup.matchAll(REFERENCE)) {
      if (parts.has(id) || elementOf(texts.get(file) ?? '', id)) continue
      const [found] = [...texts].flatMap(([owner, text]) => {
        const part = elementOf(text, id)
        return part ? [{ owner, part }] : []
      })
      if (!found)
        throw new Error(`web/pictures/${file} refers to ${id}, which no picture contains.`)
      parts.set(id, withValues(found.owner, found.part))
      collect(file, found.part, parts)
    }
    return parts
  }

  return (file) => {
    const [, attributes, body] = /<svg\b([^>]*)>(.*)<\/svg>/s.exec(texts.get(file) ?? '') ?? []
    if (attributes === undefined || body === undefined || !attributes.includes('viewBox='))
      throw new Error(`web/pictures/${file} is not an SVG file with a viewBox.`)
    const frame = attributes.replaceAll(/\s(?:xmlns(?::\w+)?|width|height|id)="[^"]*"/g, '').trim()
    return { frame, body: withValues(file, body), parts: collect(file, body, new Map()) }
  }
}

/** Returns a drawing's width and height. */
export function sizeOf({ frame }: Drawing): [width: number, height: number] {
  const [, , width = 0, height = 0] = (/viewBox="([^"]*)"/.exec(frame)?.[1] ?? '')
    .split(/[\s,]+/)
    .map(Number)
  return [width, height]
}

/** Returns a drawing as a separate file. */
export function standalone(drawing: Drawing): string {
  const [width, height] = sizeOf(drawing)
  const parts = [...drawing.parts.values()].join('')
  const defs = parts && `<defs>${parts}</defs>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${drawing.frame}>${defs}${drawing.body}</svg>`
}
