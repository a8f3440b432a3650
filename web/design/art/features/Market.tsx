import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'
import { Tile } from './Tile.tsx'

const stars = [
  [60, 70],
  [120, 40],
  [150, 120],
  [90, 170],
  [250, 60],
  [330, 40],
  [350, 130],
] as const

/** The market as a sky: other products are stars, yours is found among them. */
export function Market() {
  return (
    <Tile>
      <path
        d="M60 70 120 40 150 120 90 170M250 60 330 40 350 130"
        fill="none"
        stroke={palette.night500}
        strokeDasharray="2 6"
        strokeWidth="2"
      />
      {stars.map(([cx, cy]) => (
        <circle key={cx} cx={cx} cy={cy} r="5" fill={palette.moon300} />
      ))}
      <circle
        cx="204"
        cy="104"
        r="66"
        fill={paint('night')}
        stroke={palette.ember300}
        strokeWidth="5"
      />
      <path d="m252 152 40 40" stroke={palette.ember300} strokeWidth="9" strokeLinecap="round" />
      <use href={`#${art.candle}`} x="162" y="42" width="84" height="109" />
    </Tile>
  )
}
