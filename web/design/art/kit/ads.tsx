import { shade } from '../../shades.ts'
import { color } from '../../theme.ts'
import { Display } from '../Display.tsx'
import { art, outline, paint } from '../names.ts'

/** The field for the link of a product. */
export function LinkField() {
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
      <circle cx="567" cy="51" r="27" fill={paint('made')} />
      <path {...outline} d="M556 51h21m-8-8 8 8-8 8" stroke={color.onAccent} strokeWidth="3" />
    </>
  )
}

/** Two links of a chain, the sign of an address. Outlines in a box of 29 by 20 units. */
export function Chain() {
  return (
    <>
      <path d="M12 16a6 6 0 0 0 9 .6l4-4a6 6 0 0 0-8.5-8.5l-2 2" />
      <path d="M17 12a6 6 0 0 0-9-.6l-4 4a6 6 0 0 0 8.5 8.5l2-2" />
    </>
  )
}

/** A 9:16 video with a play mark, a burnt-in caption and a progress bar. */
export function VerticalVideo({ caption }: { caption: readonly [string, string] }) {
  return (
    <>
      <rect width="224" height="398" rx="20" fill={paint('night')} />
      <use href={`#${art.candle}`} x="38" y="172" width="148" height="192" />
      <Caption lines={caption} />
      <circle cx="112" cy="148" r="25" fill={shade.ink50} fillOpacity="0.94" />
      <path d="m105 136 20 12-20 12Z" fill={shade.onAccent} />
      <path
        d="M20 376h184"
        stroke={shade.ink50}
        strokeOpacity="0.35"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path d="M20 376h72" stroke={shade.accent400} strokeWidth="5" strokeLinecap="round" />
      <circle cx="92" cy="376" r="7" fill={shade.ink50} />
    </>
  )
}

function Caption({ lines }: { lines: readonly [string, string] }) {
  return (
    <>
      <rect x="20" y="30" width="126" height="34" rx="7" fill={shade.ink50} />
      <rect x="20" y="68" width="134" height="34" rx="7" fill={shade.ink50} />
      <Display x="31" y="55" fill={shade.onAccent} fontSize="22">
        {lines[0]}
        <tspan x="31" dy="38">
          {lines[1]}
        </tspan>
      </Display>
    </>
  )
}

/** A square picture with a headline. */
export function SquareStatic({ headline }: { headline: readonly [string, string] }) {
  return (
    <>
      <rect width="226" height="226" rx="16" fill={paint('dusk')} />
      <use href={`#${art.candle}`} x="106" y="78" width="106" height="138" />
      <Display x="20" y="48" fill={shade.onAccent} fontSize="34">
        {headline[0]}
        <tspan x="20" dy="34">
          {headline[1]}
        </tspan>
      </Display>
    </>
  )
}

/** A 4:5 picture with a price tag. */
export function PricedPhoto({ price }: { price: string }) {
  return (
    <>
      <rect width="216" height="270" rx="16" fill={shade.paper} />
      <use href={`#${art.unlit}`} x="28" y="62" width="126" height="164" />
      <PriceTag price={price} />
      <path
        d="M20 246h76"
        stroke={shade.onAccent}
        strokeOpacity="0.75"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path
        d="M112 246h34"
        stroke={shade.onAccent}
        strokeOpacity="0.25"
        strokeWidth="7"
        strokeLinecap="round"
      />
    </>
  )
}

function PriceTag({ price }: { price: string }) {
  return (
    <g transform="translate(16 18) rotate(-6)">
      <path d="M14 0h58a8 8 0 0 1 8 8v28a8 8 0 0 1-8 8H14L0 22Z" fill={shade.onAccent} />
      <circle cx="15" cy="22" r="4" fill={shade.paper} />
      <Display x="48" y="31" fill={shade.accent200} fontSize="24" textAnchor="middle">
        {price}
      </Display>
    </g>
  )
}

interface TextCardProps {
  hookLabel: string
  hook: readonly [string, string]
  callToAction: string
}

/** The words of an ad: a hook and a call to action. */
export function TextCard({ hookLabel, hook, callToAction }: TextCardProps) {
  return (
    <>
      <rect width="256" height="172" rx="18" fill={shade.ground800} stroke={shade.ground500} />
      <text x="24" y="42" fill={color.accentStrong} fontSize="17" fontWeight="600">
        {hookLabel}
      </text>
      <text x="24" y="72" fill={shade.ink50} fontSize="22" fontWeight="500">
        {hook[0]}
        <tspan x="24" dy="28">
          {hook[1]}
        </tspan>
      </text>
      <rect x="24" y="118" width="142" height="36" rx="18" fill={paint('made')} />
      <text x="95" y="142" fill={color.onAccent} fontSize="17" fontWeight="600" textAnchor="middle">
        {callToAction}
      </text>
    </>
  )
}
