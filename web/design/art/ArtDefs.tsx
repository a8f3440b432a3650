import { palette } from '../tokens.ts'
import { CandleDefs } from './CandleDefs.tsx'
import { art } from './names.ts'

/** Gradients and the amber glass candle, once a page; every picture on it refers to them. */
export function ArtDefs() {
  return (
    <svg width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={art.made}>
          <stop stopColor={palette.ember300} />
          <stop offset="0.45" stopColor={palette.ember400} />
          <stop offset="1" stopColor={palette.ember600} />
        </linearGradient>
        <radialGradient id={art.pool}>
          <stop stopColor={palette.ember400} stopOpacity="0.34" />
          <stop offset="0.5" stopColor={palette.ember500} stopOpacity="0.12" />
          <stop offset="1" stopColor={palette.ember500} stopOpacity="0" />
        </radialGradient>
        <linearGradient id={art.night} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#160b10" />
          <stop offset="0.62" stopColor="#4a1f10" />
          <stop offset="0.63" stopColor="#38160a" />
          <stop offset="1" stopColor="#1a0a06" />
        </linearGradient>
        <linearGradient id={art.dusk} x1="0" y1="0" x2="0.6" y2="1">
          <stop stopColor="#ffc46b" />
          <stop offset="0.6" stopColor="#ff9a4f" />
          <stop offset="1" stopColor="#ee6446" />
        </linearGradient>
        <radialGradient id={art.shade}>
          <stop stopColor="#120502" stopOpacity="0.55" />
          <stop offset="1" stopColor="#120502" stopOpacity="0" />
        </radialGradient>
        <CandleDefs />
      </defs>
    </svg>
  )
}
