/// <reference path="./subset-font.d.ts" />
import * as hb from 'harfbuzzjs'
import subsetFont from 'subset-font'

/**
 * Opens a font file with only the given characters.
 *
 * @param font - as WOFF2
 * @param axes - the value of each axis of a variable font
 */
export async function openFace(
  font: Uint8Array,
  characters: string,
  axes: Readonly<Record<string, number>> = {},
): Promise<hb.Face> {
  const file = await subsetFont(font, characters, {
    targetFormat: 'truetype',
    variationAxes: axes,
  })
  // A copy, because the buffer of a small file is part of a shared pool.
  return new hb.Face(new hb.Blob(Uint8Array.from(file).buffer))
}
