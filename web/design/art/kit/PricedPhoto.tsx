import { palette } from '../../tokens.ts'
import { art } from '../names.ts'
import { Display } from './Display.tsx'

/** A 4:5 picture with a price tag. */
export function PricedPhoto({ price }: { price: string }) {
  return (
    <>
      <rect width="216" height="270" rx="16" fill={palette.paper} />
      <use href={`#${art.unlit}`} x="28" y="62" width="126" height="164" />
      <PriceTag price={price} />
      <path
        d="M20 246h76"
        stroke={palette.bark}
        strokeOpacity="0.75"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path
        d="M112 246h34"
        stroke={palette.bark}
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
      <path d="M14 0h58a8 8 0 0 1 8 8v28a8 8 0 0 1-8 8H14L0 22Z" fill={palette.bark} />
      <circle cx="15" cy="22" r="4" fill={palette.paper} />
      <Display x="48" y="31" fill={palette.ember200} fontSize="24" textAnchor="middle">
        {price}
      </Display>
    </g>
  )
}
