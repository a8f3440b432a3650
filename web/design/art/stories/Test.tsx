import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'

/** Orders counted beneath each of two ads: nine and four. */
export function Test() {
  return (
    <>
      <rect x="84" y="36" width="204" height="220" rx="18" fill={paint('dusk')} />
      <use href={`#${art.candle}`} x="116" y="60" width="140" height="182" />
      <rect x="352" y="36" width="204" height="220" rx="18" fill={palette.paper} />
      <use href={`#${art.unlit}`} x="384" y="60" width="140" height="182" />
      <Dots x={96} count={9} fill={palette.ember400} />
      <Dots x={364} count={4} fill={palette.moon300} />
      <text
        className="display"
        x="320"
        y="160"
        fill={palette.white}
        fontSize="34"
        textAnchor="middle"
      >
        ?
      </text>
    </>
  )
}

function Dots({ x, count, fill }: { x: number; count: number; fill: string }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike
    <circle key={index} cx={x + index * 22.5} cy="300" r="8" fill={fill} />
  ))
}
