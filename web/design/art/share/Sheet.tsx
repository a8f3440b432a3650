import { palette } from '../../tokens.ts'
import { paint } from '../names.ts'
import { Candle } from './Candle.tsx'

/** Something to read, and the light to read it by. */
export function Sheet() {
  const lines = [290, 300, 262, 296, 284, 190]
  return (
    <>
      <defs>
        <radialGradient id="share-sheet" gradientUnits="userSpaceOnUse" cx="310" cy="300" r="450">
          <stop stopColor={palette.ember300} stopOpacity="0.3" />
          <stop offset="0.5" stopColor={palette.ember400} stopOpacity="0.08" />
          <stop offset="1" stopColor={palette.night900} stopOpacity="0.5" />
        </radialGradient>
      </defs>
      <g transform="translate(720 78) rotate(-4 170 220)">
        <ellipse cx="180" cy="450" rx="230" ry="44" fill={paint('shade')} />
        <rect width="366" height="456" rx="10" fill={palette.paper} />
        <g stroke={palette.bark} strokeLinecap="round">
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
