import { type Drawing, pictureFiles, readDrawings } from './drawings.ts'
import { isInlined, namedPictures } from './published.ts'

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
  const [{ files }, drawingOf, all] = await Promise.all([
    namedPictures(),
    readDrawings(),
    pictureFiles(),
  ])
  return all
    .filter((file) => file.endsWith('.svg') && (files.includes(file) || file.startsWith('share/')))
    .flatMap((file) => problemOf(file, drawingOf))
}
