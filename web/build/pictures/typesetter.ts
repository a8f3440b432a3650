import * as hb from 'harfbuzzjs'
import type { Lettering } from '../../design/art/share/lettering.tsx'
import { openFace } from '../face.ts'
import { type FamilyName, families, readFamily } from '../families.ts'

/** Basic Latin to Latin Extended-B and the punctuation of headlines. */
const CHARACTERS = [
  ...Array.from({ length: 0x250 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'ẞ–—‘’“”„…€™',
].join('')

/**
 * Sets words as outlines, because rasterisers use the fonts of the system, which differ. Letters
 * that the family's file lacks come from its extension.
 *
 * @param weight - of the variable font, like 700
 */
export async function createTypesetter(name: FamilyName, weight: number): Promise<Lettering> {
  const axes = { ...families[name].axes, wght: weight }
  const load = async (part: 'source' | 'extension') =>
    new hb.Font(await openFace(await readFamily(name, part), CHARACTERS, axes))
  const own = await load('source')
  const fonts = [own, await load('extension')]
  const unitsPerEm = own.face.upem

  /** The font that has a character. */
  const fontOf = (character: string) =>
    fonts.find((font) => font.nominalGlyph(character.codePointAt(0) ?? 0) !== undefined)

  return {
    lacks: (text) => [
      ...new Set([...text.normalize()].filter((character) => fontOf(character) === undefined)),
    ],
    set(text, tracking = 0) {
      let x = 0
      const glyphs = inRuns(text, (character) => fontOf(character) ?? own).flatMap(([font, run]) =>
        shape(font, run).map(({ glyph, position }) => {
          const placed = { outline: font.glyphToPath(glyph), x: x + (position?.xOffset ?? 0) }
          x += (position?.xAdvance ?? 0) + tracking * unitsPerEm
          return placed
        }),
      )
      return { glyphs, width: x / unitsPerEm - tracking, unitsPerEm }
    },
  }
}

/** Splits a text into runs that one font can draw. */
function inRuns<T>(text: string, fontOf: (character: string) => T): [font: T, run: string][] {
  const runs: [T, string][] = []
  for (const character of text.normalize()) {
    const font = fontOf(character)
    const last = runs.at(-1)
    if (last?.[0] === font) last[1] += character
    else runs.push([font, character])
  }
  return runs
}

function shape(font: hb.Font, text: string) {
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  return buffer.getGlyphInfos().map(({ codepoint }, index) => ({
    glyph: codepoint,
    position: buffer.getGlyphPositions()[index],
  }))
}
