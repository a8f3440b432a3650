import { palette } from '../../tokens.ts'
import { paint } from '../names.ts'

const SEEDS = [
  [430, 238],
  [452, 250],
  [470, 234],
  [486, 248],
  [444, 262],
  [478, 262],
] as const

/** Three snack bars on a stone, one broken open, hills at dusk behind them. */
export function Bars() {
  return (
    <>
      <path d="M0 0h640v360H0Z" fill={palette.night700} />
      <ellipse cx="470" cy="170" rx="300" ry="150" fill={paint('pool')} />
      <circle cx="470" cy="150" r="34" fill={palette.ember300} />
      <path d="M0 190 120 110l110 70 130-90 130 96 150-66v240H0Z" fill={palette.night800} />
      <path d="m0 236 180-60 150 64 150-50 160 60v110H0Z" fill={palette.night850} />
      <path
        d="M70 312c0-30 90-54 250-54s250 24 250 54-110 44-250 44S70 342 70 312Z"
        fill={palette.night500}
      />
      <g transform="rotate(-6 200 270)">
        <rect x="110" y="238" width="170" height="56" rx="8" fill={paint('dusk')} />
        <path d="M110 238h22v56h-22ZM258 238h22v56h-22Z" fill={palette.bark} opacity="0.25" />
        <path
          d="M152 258h86M152 274h52"
          stroke={palette.bark}
          strokeWidth="7"
          strokeLinecap="round"
        />
      </g>
      <g transform="rotate(3 300 290)">
        <rect x="222" y="272" width="170" height="56" rx="8" fill={palette.paper} />
        <path d="M222 272h22v56h-22ZM370 272h22v56h-22Z" fill={palette.bark} opacity="0.2" />
        <path
          d="M264 292h86M264 308h52"
          stroke={palette.ember600}
          strokeWidth="7"
          strokeLinecap="round"
        />
      </g>
      <path d="m412 232 84-10 12 12-4 10 8 12-10 16-80 8-6-14 6-10-8-12Z" fill="#a86a34" />
      {SEEDS.map(([cx, cy]) => (
        <ellipse key={cx} cx={cx} cy={cy} rx="7" ry="4" fill={palette.ember200} />
      ))}
    </>
  )
}
