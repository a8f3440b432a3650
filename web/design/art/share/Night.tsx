import { mark } from '../../mark.ts'
import { palette } from '../../tokens.ts'

interface NightProps {
  width: number
  height: number
  /** Where the light is. */
  light: { x: number; y: number }
}

/** Golden-ratio steps: evenly scattered, never in rows, the same in every build. */
const scatter = (index: number) => ({
  x: (index * 0.618034) % 1,
  y: (index * 0.754878) % 1,
  bright: (index * 0.56984) % 1,
})
const stars = Array.from({ length: 90 }, (_, index) => scatter(index + 1))

/** The sky, and what one light makes of it. */
export function Night({ width, height, light }: NightProps) {
  return (
    <>
      <defs>
        <linearGradient id="share-sky" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor={palette.night950} />
          <stop offset="1" stopColor={palette.night850} />
        </linearGradient>
        <radialGradient
          id="share-light"
          gradientUnits="userSpaceOnUse"
          cx={light.x}
          cy={light.y}
          r="520"
        >
          <stop stopColor={palette.ember400} stopOpacity="0.36" />
          <stop offset="0.35" stopColor={palette.ember500} stopOpacity="0.16" />
          <stop offset="1" stopColor={palette.ember600} stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width={width} height={height} fill="url(#share-sky)" />
      {stars.map(({ x, y, bright }) => (
        <circle
          key={x}
          cx={Math.round(x * width)}
          cy={Math.round(y * height)}
          r={0.7 + bright * bright * 1.3}
          fill={palette.moon100}
          opacity={0.18 + bright * 0.5}
        />
      ))}
      <g fill={palette.moon300}>
        <path d={mark.star} transform="translate(596 92) scale(.62)" opacity="0.75" />
        <path d={mark.star} transform="translate(1128 214) scale(.42)" opacity="0.6" />
      </g>
      <rect width={width} height={height} fill="url(#share-light)" />
    </>
  )
}
