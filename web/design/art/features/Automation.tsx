import { color } from '../../theme.ts'
import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'
import { Tile } from './Tile.tsx'

/** A chain that runs by itself: a new product, a kit, the export. */
export function Automation() {
  return (
    <Tile>
      <path d="M76 110h248" stroke={palette.ember400} strokeWidth="3" />
      <circle cx="76" cy="110" r="46" fill={palette.night800} stroke={palette.night500} />
      <path
        d="M66 120a14 14 0 0 1 0-20l7-7a14 14 0 0 1 20 20l-4 4M86 100a14 14 0 0 1 0 20l-7 7a14 14 0 0 1-20-20l4-4"
        fill="none"
        stroke={color.text}
        strokeWidth="4"
        strokeLinecap="round"
      />
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
