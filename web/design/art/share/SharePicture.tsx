import { mark } from '../../mark.ts'
import { color } from '../../theme.ts'
import { ArtDefs } from '../ArtDefs.tsx'
import { Line } from './Line.tsx'
import type { Lettering } from './lettering.ts'
import { Night } from './Night.tsx'
import { type SceneWords, scenes } from './scenes.tsx'
import { wrap } from './wrap.ts'

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
/** The largest type, in px by the number of lines. */
const LARGEST = [124, 124, 106, 84] as const
const TRACKING = -0.035
const LEADING = 1
/** Room below the last baseline. */
const DESCENT = 12

/** A page's headline in the light of the candle. 1200 × 630 px. */
export function SharePicture({
  headline,
  brand,
  scene,
  words,
  lettering,
  width,
  height,
}: SharePictureProps) {
  const { size, lines } = setHeadline(headline, lettering, height - EDGE - DESCENT)
  const Scene = scenes[scene]
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: drawn to a PNG, whose alternative text stands in the page's head
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
        {/* A name in another script is left to the page's title. */}
        {lettering.lacks(brand).length === 0 && (
          <Line line={lettering.set(brand, -0.02)} x={60} y={36} size={42} fill={color.strong} />
        )}
      </g>
      {lines.map(({ line, y }) => (
        <Line key={y} line={line} x={EDGE - 4} y={y} size={size} fill={color.strong} />
      ))}
    </svg>
  )
}

/** In as many lines as give the largest type; the last stands on the baseline `bottom`. */
function setHeadline(headline: string, lettering: Lettering, bottom: number) {
  const [best] = LARGEST.flatMap((largest, index) => {
    const set = wrap(headline, index + 1, lettering, TRACKING)
    return set ? { lines: set.lines, size: Math.min(largest, COLUMN / set.longest) } : []
  }).sort((a, b) => b.size - a.size)
  if (!best) throw new Error(`“${headline}” cannot be set: it has no words.`)
  const { lines, size } = best
  return {
    size,
    lines: lines.map((line, index) => ({
      line,
      y: bottom - (lines.length - 1 - index) * size * LEADING,
    })),
  }
}
