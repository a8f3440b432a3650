import { color } from '../../theme.ts'
import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'
import { Tile } from './Tile.tsx'

/** A creative under review: one remark, one approval. */
export function Team() {
  return (
    <Tile>
      <rect x="118" y="20" width="164" height="180" rx="14" fill={paint('dusk')} />
      <use href={`#${art.candle}`} x="148" y="58" width="104" height="135" />
      <g transform="translate(20 40)">
        <path
          d="M14 0h96a14 14 0 0 1 14 14v30a14 14 0 0 1-14 14H44l-16 15V58H14A14 14 0 0 1 0 44V14A14 14 0 0 1 14 0Z"
          fill={palette.night700}
        />
        <path
          d="M20 22h80M20 38h52"
          stroke={palette.moon300}
          strokeWidth="5"
          strokeLinecap="round"
        />
      </g>
      <circle cx="46" cy="148" r="18" fill={palette.ember200} />
      <g transform="translate(256 112)">
        <rect
          width="124"
          height="52"
          rx="26"
          fill={palette.night800}
          stroke={palette.ember400}
          strokeWidth="2"
        />
        <path
          d="m22 27 9 9 16-18"
          fill="none"
          stroke={color.accentStrong}
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path d="M62 27h42" stroke={palette.moon300} strokeWidth="5" strokeLinecap="round" />
      </g>
      <circle cx="356" cy="186" r="18" fill={palette.ember500} />
    </Tile>
  )
}
