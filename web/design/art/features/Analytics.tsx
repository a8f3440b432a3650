import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'
import { Tile } from './Tile.tsx'

const heights = [34, 48, 40, 66, 58, 92]

/** Results by creative: the best one carries the flame. */
export function Analytics() {
  return (
    <Tile>
      <path d="M24 196h352" stroke={palette.night500} strokeWidth="2" />
      {heights.map((height, index) => {
        const last = index === heights.length - 1
        return (
          <rect
            key={height}
            x={(last ? 28 : 36) + index * 56}
            y={196 - height}
            width={last ? 52 : 36}
            height={height}
            rx="6"
            fill={last ? paint('made') : palette.night700}
          />
        )
      })}
      <use href={`#${art.candle}`} x="301" y="23" width="66" height="86" />
    </Tile>
  )
}
