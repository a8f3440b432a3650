import type { ComponentType } from 'react'
import { mark } from '../../mark.ts'
import { shade } from '../../shades.ts'
import { stops } from '../ArtDefs.tsx'
import { art, paint } from '../names.ts'
import { type Lettering, Line } from './lettering.tsx'

export interface SceneWords {
  readonly link: string
  readonly prices: readonly string[]
}

interface SceneProps {
  words: SceneWords
  lettering: Lettering
}

/** The pictures beside the headline, by name. */
export const scenes = {
  candle: () => <Candle />,
  kit: Kit,
  link: PastedLink,
  prices: Prices,
  sheet: Sheet,
} satisfies Record<string, ComponentType<SceneProps>>

/** The candle and its light on the ground. */
function Candle({ x = 730, y = 56, width = 390 }) {
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

/** Three ads of one product, fanned out. */
function Kit() {
  return (
    <>
      <g transform="translate(686 206) rotate(-9 105 130)">
        <Shadow width={210} height={262} />
        <rect width="210" height="262" rx="16" fill={shade.paper} />
        <use href={`#${art.unlit}`} x="12" y="48" width="124" height="161" />
      </g>
      <g transform="translate(946 126) rotate(8 110 110)">
        <Shadow width={222} height={222} />
        <rect width="222" height="222" rx="16" fill={paint('dusk')} />
        <use href={`#${art.candle}`} x="98" y="42" width="118" height="153" />
      </g>
      <g transform="translate(806 100) rotate(-1.5 120 210)">
        <Shadow width={236} height={426} />
        <rect width="236" height="426" rx="20" fill={paint('night')} />
        <use href={`#${art.candle}`} x="30" y="128" width="176" height="229" />
        <circle cx="118" cy="92" r="30" fill={shade.ink50} fillOpacity="0.94" />
        <path d="m110 78 24 14-24 14Z" fill={shade.onAccent} />
        <g strokeWidth="6" strokeLinecap="round">
          <path d="M24 396h188" stroke={shade.ink50} strokeOpacity="0.35" />
          <path d="M24 396h84" stroke={shade.accent400} />
        </g>
        <circle cx="108" cy="396" r="8" fill={shade.ink50} />
      </g>
    </>
  )
}

/** The shadow of a card below the light. */
function Shadow({ width, height }: { width: number; height: number }) {
  return <ellipse cx={width / 2} cy={height} rx={width * 0.62} ry="46" fill={paint('shade')} />
}

/** A link and the candle that it has lit. */
function PastedLink({ words, lettering }: SceneProps) {
  return (
    <>
      <Candle x={790} y={200} width={276} />
      <rect x="926.5" y="146" width="3" height="82" rx="1.5" fill={shade.accent300} />
      <rect
        x="720"
        y="78"
        width="416"
        height="68"
        rx="34"
        fill={shade.ground900}
        stroke={shade.ink400}
        strokeOpacity="0.6"
        strokeWidth="1.5"
      />
      <Line line={lettering.set(words.link)} x={748} y={119} size={22} fill={shade.ink100} />
    </>
  )
}

/** Price tags that hang into the light from above. */
function Prices({ words, lettering }: SceneProps) {
  const tags = [
    { x: 694, length: 170, turn: 4, fill: shade.paper },
    { x: 1096, length: 96, turn: -5, fill: shade.accent400 },
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
              stroke={shade.ink300}
              strokeWidth="1.5"
              strokeOpacity="0.7"
            />
            <g transform={`translate(${x - 62} ${length - 18})`}>
              <path d="M46 0h32l46 44v86a12 12 0 0 1-12 12H12a12 12 0 0 1-12-12V44Z" fill={fill} />
              <circle cx="62" cy="24" r="7" fill={shade.ground950} />
              <Line
                line={price}
                x={62 - price.width * 27}
                y={110}
                size={54}
                fill={shade.onAccent}
              />
            </g>
          </g>
        )
      })}
    </>
  )
}

/** A sheet of paper in the light of the candle. */
function Sheet() {
  const lines = [290, 300, 262, 296, 284, 190]
  return (
    <>
      <defs>
        <radialGradient id="share-sheet" gradientUnits="userSpaceOnUse" cx="310" cy="300" r="450">
          {stops([
            [shade.accent300, 0, 0.3],
            [shade.accent400, 0.5, 0.08],
            [shade.ground900, 1, 0.5],
          ])}
        </radialGradient>
      </defs>
      <g transform="translate(720 78) rotate(-4 170 220)">
        <ellipse cx="180" cy="450" rx="230" ry="44" fill={paint('shade')} />
        <rect width="366" height="456" rx="10" fill={shade.paper} />
        <g stroke={shade.onAccent} strokeLinecap="round">
          <path d="M36 58h190" strokeWidth="16" strokeOpacity="0.85" />
          {lines.map((length, index) => (
            <path
              key={length}
              d={`M36 ${112 + index * 34}h${length}`}
              strokeWidth="7"
              strokeOpacity="0.28"
            />
          ))}
        </g>
        <rect width="366" height="456" rx="10" fill="url(#share-sheet)" />
      </g>
      <Candle x={938} y={268} width={218} />
    </>
  )
}

interface NightProps {
  width: number
  height: number
  light: { x: number; y: number }
}

/** Steps of the golden ratio: even, without rows, and the same in every build. */
const scatter = (index: number) => ({
  x: (index * 0.618034) % 1,
  y: (index * 0.754878) % 1,
  bright: (index * 0.56984) % 1,
})
const stars = Array.from({ length: 90 }, (_, index) => scatter(index + 1))

/** The sky around one light. */
export function Night({ width, height, light }: NightProps) {
  return (
    <>
      <defs>
        <linearGradient id="share-sky" x1="0" y1="0" x2="0" y2="1">
          {stops([[shade.ground950], [shade.ground850, 1]])}
        </linearGradient>
        <radialGradient
          id="share-light"
          gradientUnits="userSpaceOnUse"
          cx={light.x}
          cy={light.y}
          r="520"
        >
          {stops([
            [shade.accent400, 0, 0.36],
            [shade.accent500, 0.35, 0.16],
            [shade.accent600, 1, 0],
          ])}
        </radialGradient>
      </defs>
      <rect width={width} height={height} fill="url(#share-sky)" />
      {stars.map(({ x, y, bright }) => (
        <circle
          key={x}
          cx={Math.round(x * width)}
          cy={Math.round(y * height)}
          r={0.7 + bright * bright * 1.3}
          fill={shade.ink100}
          opacity={0.18 + bright * 0.5}
        />
      ))}
      <g fill={shade.ink300}>
        <path d={mark.star} transform="translate(596 92) scale(.62)" opacity="0.75" />
        <path d={mark.star} transform="translate(1128 214) scale(.42)" opacity="0.6" />
      </g>
      <rect width={width} height={height} fill="url(#share-light)" />
    </>
  )
}
