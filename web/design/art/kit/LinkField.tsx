import { color } from '../../theme.ts'
import { paint } from '../names.ts'
import { Chain } from './Chain.tsx'

/** Where a product's link is pasted. */
export function LinkField({ link }: { link: string }) {
  return (
    <>
      <rect
        x="36"
        y="14"
        width="568"
        height="74"
        rx="37"
        fill={color.field}
        stroke={color.control}
        strokeOpacity="0.55"
      />
      <g
        transform="translate(64 37)"
        fill="none"
        stroke={color.muted}
        strokeWidth="2.6"
        strokeLinecap="round"
      >
        <Chain />
      </g>
      <text x="110" y="59" fill={color.text} fontSize="24">
        {link}
      </text>
      <circle cx="567" cy="51" r="27" fill={paint('made')} />
      <path
        d="M556 51h21m-8-8 8 8-8 8"
        fill="none"
        stroke={color.onAccent}
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
}
