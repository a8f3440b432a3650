/// <reference path="./subset-font.d.ts" />
import * as hb from 'harfbuzzjs'
import subsetFont from 'subset-font'

type Axes = Readonly<Record<string, number>>

/**
 * Cuts a font file down to the given characters, as TrueType.
 *
 * @param font - as WOFF2
 * @param axes - the value of each axis of a variable font
 */
export const cutFace = (
  font: Uint8Array,
  characters: string,
  axes: Axes = {},
): Promise<Uint8Array> =>
  subsetFont(font, characters, { targetFormat: 'truetype', variationAxes: axes })

/** @param file - as TrueType */
export const openFile = (file: Uint8Array): hb.Face =>
  // A copy, because the buffer of a small file is part of a shared pool.
  new hb.Face(new hb.Blob(Uint8Array.from(file).buffer))

/** Opens a font file with only the given characters. The parameters are as above. */
export const openFace = async (
  font: Uint8Array,
  characters: string,
  axes?: Axes,
): Promise<hb.Face> => openFile(await cutFace(font, characters, axes))
