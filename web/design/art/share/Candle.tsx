import { art, paint } from '../names.ts'

/** The candle, and its light on the ground. */
export function Candle({ x = 730, y = 56, width = 390 }) {
  return (
    <>
      <ellipse
        cx={x + width / 2}
        cy={y + width * 1.27}
        rx={width}
        ry={width * 0.2}
        fill={paint('pool')}
      />
      <use href={`#${art.candle}`} x={x} y={y} width={width} height={width * 1.3} />
    </>
  )
}
