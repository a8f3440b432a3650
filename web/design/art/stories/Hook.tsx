import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'

/** A phone whose video begins with the candle being lit. */
export function Hook() {
  return (
    <>
      <ellipse cx="320" cy="210" rx="320" ry="230" fill={paint('pool')} />
      <rect
        x="224"
        y="24"
        width="192"
        height="390"
        rx="30"
        fill={palette.night950}
        stroke={palette.night500}
        strokeWidth="3"
      />
      <rect x="236" y="36" width="168" height="366" rx="20" fill={paint('night')} />
      <use href={`#${art.candle}`} x="246" y="142" width="148" height="192" />
      <rect x="252" y="62" width="136" height="30" rx="7" fill={palette.white} />
      <text x="320" y="84" fill={palette.bark} fontSize="19" textAnchor="middle">
        Wait for it
      </text>
      <path d="m352 236 96-92" stroke={palette.paper} strokeWidth="7" strokeLinecap="round" />
      <path d="m352 236 12-11" stroke={palette.ember600} strokeWidth="12" strokeLinecap="round" />
      <g fill="none" stroke={palette.moon400} strokeWidth="3" strokeLinecap="round">
        <path d="M116 236v-92m-22 24 22-24 22 24" />
        <path d="M524 128v92m-22-24 22 24 22-24" opacity="0.4" />
      </g>
    </>
  )
}
