import type { SetLine } from './lettering.ts'

interface LineProps {
  line: SetLine
  /** Where the baseline begins. */
  x: number
  y: number
  size: number
  fill: string
}

/** A line of words, drawn. */
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
