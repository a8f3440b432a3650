import { mark } from '../../mark.ts'
import { color } from '../../theme.ts'
import { ArtDefs } from '../ArtDefs.tsx'
import { setHeadline } from './headline.ts'
import { type Lettering, Line } from './lettering.tsx'
import { Night, type SceneWords, scenes } from './scenes.tsx'

interface SharePictureProps {
  headline: string
  brand: string
  scene: keyof typeof scenes
  words: SceneWords
  lettering: Lettering
  width: number
  height: number
}

const EDGE = 76
const COLUMN = 640
/** Below the last baseline. */
const DESCENT = 12

/** A page's headline in the light of the candle. */
export function SharePicture({
  headline,
  brand,
  scene,
  words,
  lettering,
  width,
  height,
}: SharePictureProps) {
  const { size, lines } = setHeadline(headline, lettering, COLUMN)
  const Scene = scenes[scene]
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: becomes a PNG, whose alternative text is in the page's head
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <ArtDefs />
      <Night width={width} height={height} light={{ x: 925, y: 250 }} />
      <Scene words={words} lettering={lettering} />
      <g transform={`translate(${EDGE} ${EDGE - 14})`}>
        <path d={mark.star} fill={color.accent} transform="scale(1.6)" />
        <path d={mark.flame} fill={color.onAccent} transform="scale(1.6)" />
        {/* A name in another script is in the page's title only. */}
        {lettering.lacks(brand).length === 0 && (
          <Line line={lettering.set(brand, -0.02)} x={60} y={36} size={42} fill={color.strong} />
        )}
      </g>
      {lines.map((line, index) => {
        const y = height - EDGE - DESCENT - (lines.length - 1 - index) * size
        return <Line key={y} line={line} x={EDGE - 4} y={y} size={size} fill={color.strong} />
      })}
    </svg>
  )
}
