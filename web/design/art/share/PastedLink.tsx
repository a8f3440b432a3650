import { palette } from '../../tokens.ts'
import { Candle } from './Candle.tsx'
import { Line } from './Line.tsx'
import type { SceneProps } from './scenes.tsx'

/** A link, and what it has lit. */
export function PastedLink({ words, lettering }: SceneProps) {
  return (
    <>
      <Candle x={790} y={200} width={276} />
      <rect x="926.5" y="146" width="3" height="82" rx="1.5" fill={palette.ember300} />
      <rect
        x="720"
        y="78"
        width="416"
        height="68"
        rx="34"
        fill={palette.night900}
        stroke={palette.moon400}
        strokeOpacity="0.6"
        strokeWidth="1.5"
      />
      <Line line={lettering.set(words.link)} x={748} y={119} size={22} fill={palette.moon100} />
    </>
  )
}
