import { color } from '../../theme.ts'
import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'
import { Tile } from './Tile.tsx'

const shops = ['Shopify', 'Amazon', 'Etsy', 'TikTok Shop']

/** One product, in the shops that it is sold in. */
export function Shop() {
  return (
    <Tile>
      <rect x="16" y="24" width="140" height="172" rx="14" fill={palette.paper} />
      <use href={`#${art.unlit}`} x="42" y="34" width="88" height="114" />
      <path d="M34 168h64M34 182h38" stroke={palette.bark} strokeWidth="6" strokeLinecap="round" />
      {shops.map((shop, index) => (
        <g key={shop}>
          <path
            d={`M156 110C190 110 190 ${42 + index * 46} 222 ${42 + index * 46}`}
            fill="none"
            stroke={palette.ember500}
            strokeDasharray="2 6"
            strokeWidth="2"
          />
          <rect
            x="222"
            y={24 + index * 46}
            width="154"
            height="36"
            rx="18"
            fill={palette.night800}
            stroke={palette.night500}
          />
          <circle cx="242" cy={42 + index * 46} r="5" fill={paint('made')} />
          <text x="258" y={48 + index * 46} fill={color.text} fontSize="17">
            {shop}
          </text>
        </g>
      ))}
    </Tile>
  )
}
