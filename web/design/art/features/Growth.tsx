import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'
import { Tile } from './Tile.tsx'

/** Two versions of an ad side by side; the one that is kept is lit. */
export function Growth() {
  return (
    <Tile>
      <g transform="rotate(-4 120 110)">
        <rect
          x="48"
          y="30"
          width="128"
          height="160"
          rx="14"
          fill={palette.night800}
          stroke={palette.night500}
        />
        <use href={`#${art.unlit}`} x="72" y="64" width="80" height="104" opacity="0.7" />
        <text className="display" x="64" y="66" fill={palette.moon400} fontSize="26">
          A
        </text>
      </g>
      <g transform="rotate(4 280 110)">
        <rect x="216" y="22" width="136" height="172" rx="14" fill={paint('dusk')} />
        <use href={`#${art.candle}`} x="242" y="64" width="88" height="114" />
        <text className="display" x="232" y="60" fill={palette.bark} fontSize="28">
          B
        </text>
        <circle cx="346" cy="30" r="20" fill={palette.white} />
        <path
          d="m337 30 6 7 12-14"
          fill="none"
          stroke={palette.bark}
          strokeWidth="3.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </Tile>
  )
}
