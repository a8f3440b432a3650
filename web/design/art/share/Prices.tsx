import { palette } from '../../tokens.ts'
import { Candle } from './Candle.tsx'
import { Line } from './Line.tsx'
import type { SceneProps } from './scenes.tsx'

/** Tags that hang into the light from above. */
export function Prices({ words, lettering }: SceneProps) {
  const tags = [
    { x: 694, length: 170, turn: 4, fill: palette.paper },
    { x: 1096, length: 96, turn: -5, fill: palette.ember400 },
  ]
  return (
    <>
      <Candle x={770} y={140} width={318} />
      {tags.slice(0, words.prices.length).map(({ x, length, turn, fill }, index) => {
        const price = lettering.set(words.prices[index] ?? '', -0.03)
        return (
          <g key={x} transform={`rotate(${turn} ${x} 0)`}>
            <path
              d={`M${x} 0v${length}`}
              stroke={palette.moon300}
              strokeWidth="1.5"
              strokeOpacity="0.7"
            />
            <g transform={`translate(${x - 62} ${length - 18})`}>
              <path d="M46 0h32l46 44v86a12 12 0 0 1-12 12H12a12 12 0 0 1-12-12V44Z" fill={fill} />
              <circle cx="62" cy="24" r="7" fill={palette.night950} />
              <Line line={price} x={62 - price.width * 27} y={110} size={54} fill={palette.bark} />
            </g>
          </g>
        )
      })}
    </>
  )
}
