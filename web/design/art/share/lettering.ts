/** A line of words as outlines. */
export interface SetLine {
  /** Outlines in font units, y upwards, with their places on the baseline. */
  readonly glyphs: readonly { readonly outline: string; readonly x: number }[]
  /** In em. */
  readonly width: number
  readonly unitsPerEm: number
}

/** A font that can be drawn without being installed. */
export interface Lettering {
  /** The characters that the font has no glyph for, each once. */
  lacks(text: string): readonly string[]
  /** @param tracking - added between letters, in em */
  set(text: string, tracking?: number): SetLine
}
