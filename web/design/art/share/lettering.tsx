/** A line of words as outlines. */
export interface SetLine {
  /** Outlines in font units, y upwards, with their places on the baseline. */
  readonly glyphs: readonly { readonly outline: string; readonly x: number }[]
  /** In em. */
  readonly width: number
  readonly unitsPerEm: number
}

/** A font whose words are drawn as outlines, so that the rasteriser needs no installed font. */
export interface Lettering {
  /** The characters that the font has no glyph for, each once. */
  lacks(text: string): readonly string[]
  /** @param tracking - added between letters, in em */
  set(text: string, tracking?: number): SetLine
}

interface LineProps {
  line: SetLine
  /** The start of the baseline. */
  x: number
  y: number
  size: number
  fill: string
}

export function Line({ line, x, y, size, fill }: LineProps) {
  const scale = size / line.unitsPerEm
  return (
    <g transform={`translate(${x} ${y}) scale(${scale} ${-scale})`} fill={fill}>
      {line.glyphs.map((glyph) => (
        <path key={glyph.x} d={glyph.outline} transform={`translate(${glyph.x} 0)`} />
      ))}
    </g>
  )
}
