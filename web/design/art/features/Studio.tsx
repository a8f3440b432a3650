import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'
import { Tile } from './Tile.tsx'

/** A vertical video being cut: frames on a strip, one of them playing. */
export function Studio() {
  return (
    <Tile>
      <ellipse cx="200" cy="92" rx="170" ry="100" fill={paint('pool')} />
      <rect x="150" y="6" width="100" height="156" rx="12" fill={paint('night')} />
      <use href={`#${art.candle}`} x="163" y="62" width="74" height="96" />
      <rect x="160" y="20" width="62" height="15" rx="4" fill={palette.white} />
      <path d="M169 27.5h44" stroke={palette.bark} strokeWidth="4" strokeLinecap="round" />
      <circle cx="200" cy="52" r="12" fill={palette.white} />
      <path d="m197 46 9 6-9 6Z" fill={palette.bark} />
      {[0, 1, 2, 3, 4, 5, 6].map((frame) => (
        <g key={frame}>
          <rect
            x={24 + frame * 51}
            y="178"
            width="46"
            height="32"
            rx="5"
            fill={paint(frame % 2 ? 'dusk' : 'night')}
          />
          <use
            href={`#${frame === 3 ? art.candle : art.unlit}`}
            x={37 + frame * 51}
            y="178"
            width="22"
            height="29"
          />
        </g>
      ))}
      <path d="M200 170v46" stroke={palette.ember300} strokeWidth="3" strokeLinecap="round" />
    </Tile>
  )
}
