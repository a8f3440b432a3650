import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'
import { Tile } from './Tile.tsx'

const swatches = [palette.bark, palette.ember600, palette.ember400, palette.ember200, palette.paper]

/** A label, its colours and its type: one brand from one candle. */
export function Brand() {
  return (
    <Tile>
      <ellipse cx="96" cy="120" rx="130" ry="110" fill={paint('pool')} />
      <use href={`#${art.candle}`} x="20" y="8" width="156" height="203" />
      <text className="display" x="208" y="96" fill={palette.white} fontSize="84">
        Aa
      </text>
      <path d="M208 116h164" stroke={palette.night500} />
      {swatches.map((fill, index) => (
        <circle
          key={fill}
          cx={224 + index * 34}
          cy="152"
          r="14"
          fill={fill}
          stroke={palette.night500}
        />
      ))}
      <path
        d="M211 192h96M323 192h46"
        stroke={palette.moon400}
        strokeWidth="6"
        strokeLinecap="round"
      />
    </Tile>
  )
}
