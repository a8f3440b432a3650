import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'
import { Display } from './Display.tsx'

/** A 9:16 video with a play mark, a burnt-in caption and a progress bar. */
export function VerticalVideo({ caption }: { caption: readonly [string, string] }) {
  return (
    <>
      <rect width="224" height="398" rx="20" fill={paint('night')} />
      <use href={`#${art.candle}`} x="38" y="172" width="148" height="192" />
      <Caption lines={caption} />
      <circle cx="112" cy="148" r="25" fill={palette.white} fillOpacity="0.94" />
      <path d="m105 136 20 12-20 12Z" fill={palette.bark} />
      <path
        d="M20 376h184"
        stroke={palette.white}
        strokeOpacity="0.35"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path d="M20 376h72" stroke={palette.ember400} strokeWidth="5" strokeLinecap="round" />
      <circle cx="92" cy="376" r="7" fill={palette.white} />
    </>
  )
}

function Caption({ lines }: { lines: readonly [string, string] }) {
  return (
    <>
      <rect x="20" y="30" width="126" height="34" rx="7" fill={palette.white} />
      <rect x="20" y="68" width="134" height="34" rx="7" fill={palette.white} />
      <Display x="31" y="55" fill={palette.bark} fontSize="22">
        {lines[0]}
        <tspan x="31" dy="38">
          {lines[1]}
        </tspan>
      </Display>
    </>
  )
}
