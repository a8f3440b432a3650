import { color } from '../../theme.ts'
import { palette } from '../../tokens.ts'
import { Chain } from '../kit/Chain.tsx'
import { art, paint } from '../names.ts'
import { Tile } from './Tile.tsx'

/** A chain that runs by itself: a new product, a kit, the export. */
export function Automation() {
  return (
    <Tile>
      <path d="M76 110h248" stroke={palette.ember400} strokeWidth="3" />
      <circle cx="76" cy="110" r="46" fill={palette.night800} stroke={palette.night500} />
      <g
        transform="translate(46 80) scale(2.1)"
        fill="none"
        stroke={color.text}
        strokeWidth="2"
        strokeLinecap="round"
      >
        <Chain />
      </g>
      <circle
        cx="200"
        cy="110"
        r="64"
        fill={paint('night')}
        stroke={palette.ember400}
        strokeWidth="2"
      />
      <use href={`#${art.candle}`} x="157" y="48" width="86" height="112" />
      <circle cx="324" cy="110" r="46" fill={paint('made')} />
      <path
        d="M324 90v34m-14-13 14 14 14-14m-30 25h32"
        fill="none"
        stroke={color.onAccent}
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Tile>
  )
}
