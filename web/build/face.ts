/// <reference path="./subset-font.d.ts" />
import * as hb from 'harfbuzzjs'
import subsetFont from 'subset-font'

/**
 * Opens a font file, of which only some characters are looked at.
 *
 * @param font - as WOFF2
 * @param axes - of a variable font, pinned to one value each
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
  // a copy: a small file is part of a larger buffer of Node's
  return new hb.Face(new hb.Blob(Uint8Array.from(file).buffer))
}
