import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'

/** Between two dots of a row. */
const STEP = 22.5

/** Orders counted beneath each of two ads: nine and four. */
export function Test() {
  return (
    <>
      <rect x="84" y="36" width="204" height="220" rx="18" fill={paint('dusk')} />
      <use href={`#${art.candle}`} x="116" y="60" width="140" height="182" />
      <rect x="352" y="36" width="204" height="220" rx="18" fill={palette.paper} />
      <use href={`#${art.unlit}`} x="384" y="60" width="140" height="182" />
      <Dots x={96} count={9} color={palette.ember400} />
      <Dots x={364} count={4} color={palette.moon300} />
      <text x="320" y="160" fill={palette.white} fontSize="34" textAnchor="middle">
        ?
      </text>
    </>
  )
}

/** A row of dots: a line of dashes without length, whose ends are round, and half a gap. */
function Dots({ x, count, color }: { x: number; count: number; color: string }) {
  return (
    <path
      d={`M${x} 300h${(count - 0.5) * STEP}`}
      stroke={color}
      strokeWidth="16"
      strokeLinecap="round"
      strokeDasharray={`0 ${STEP}`}
    />
  )
}
