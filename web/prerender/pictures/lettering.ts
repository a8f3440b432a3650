import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as hb from 'harfbuzzjs'
import { cutFace, families, openFile, readFamily } from '../families.ts'

const AXES = { ...families.display.axes, wght: 750 }

/** Basic Latin to Latin Extended-B and the punctuation of headlines. */
const CHARACTERS = [
  ...Array.from({ length: 0x250 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'ẞ–—‘’“”„…€™',
].join('')

export interface Lettering {
  /** The characters that the face has no glyph for, each once. */
  lacks(text: string): readonly string[]
  /** The width of a line, in em. */
  widthOf(line: string): number
}

let lettering: Promise<Lettering> | undefined

/**
 * Makes the display face the only font of sharp. Otherwise it would use those of the system, which differ, and it
 * would set a variable font in its default weight. Fontconfig reads its settings once in a process, when the
 * first word is drawn.
 */
export function takeDisplayFace(): Promise<Lettering> {
  lettering ??= install()
  return lettering
}

async function install(): Promise<Lettering> {
  const folder = await mkdtemp(join(tmpdir(), 'lettering-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // Letters that the family's file lacks come from its extension.
  const fonts = await Promise.all(
    (['source', 'extension'] as const).map(async (part) => {
      const file = await cutFace(await readFamily('display', part), CHARACTERS, AXES)
      await writeFile(join(folder, `${part}.ttf`), file)
      return new hb.Font(openFile(file))
    }),
  )
  const settings = join(folder, 'fonts.conf')
  await writeFile(
    settings,
    `<fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`,
  )
  process.env['FONTCONFIG_FILE'] = settings

  const [own] = fonts as [hb.Font, hb.Font]
  const isDrawn = (character: string) =>
    fonts.some((font) => font.nominalGlyph(character.codePointAt(0) ?? 0) !== undefined)
  return {
    lacks: (text) => [...new Set([...text.normalize()].filter((character) => !isDrawn(character)))],
    // A letter of the extension counts as wide as the box for a missing one.
    widthOf: (line) => advance(own, line.normalize()) / own.face.upem,
  }
}

function advance(font: hb.Font, text: string): number {
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  return buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0)
}
