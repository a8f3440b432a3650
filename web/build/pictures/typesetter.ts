import * as hb from 'harfbuzzjs'
import subsetFont from 'subset-font'
import type { Lettering } from '../../design/art/share/lettering.ts'
import { type FamilyName, families, readFamily } from '../families.ts'

/** Basic Latin to Latin Extended-A, and the punctuation of headlines. */
const CHARACTERS = [
  ...Array.from({ length: 0x180 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'–—‘’“”…€™',
].join('')

/**
 * Sets words as outlines, shaped and kerned, so that a picture looks the same on every
 * machine: rasterisers take fonts from the system, and a container has none.
 *
 * @param weight - of the variable font, like 700
 */
export async function createTypesetter(name: FamilyName, weight: number): Promise<Lettering> {
  const file = await subsetFont(await readFamily(name), CHARACTERS, {
    targetFormat: 'truetype',
    variationAxes: { ...families[name].axes, wght: weight },
  })
  const face = new hb.Face(new hb.Blob(file.buffer))
  const font = new hb.Font(face)

  const shape = (text: string) => {
    const buffer = new hb.Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    hb.shape(font, buffer)
    return buffer.getGlyphInfos().map(({ codepoint }, index) => ({
      glyph: codepoint,
      position: buffer.getGlyphPositions()[index],
    }))
  }

  return {
    covers: (text) => shape(text).every(({ glyph }) => glyph !== 0),
    set(text, tracking = 0) {
      let x = 0
      const glyphs = shape(text).map(({ glyph, position }) => {
        const placed = { outline: font.glyphToPath(glyph), x: x + (position?.xOffset ?? 0) }
        x += (position?.xAdvance ?? 0) + tracking * face.upem
        return placed
      })
      return { glyphs, width: x / face.upem - tracking, unitsPerEm: face.upem }
    },
  }
}
