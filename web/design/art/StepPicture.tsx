import { styled } from 'styled-components'
import { shade } from '../shades.ts'
import { color, font } from '../theme.ts'
import { art, outline, paint } from './names.ts'

interface StepPictureProps {
  /** The step's place in the order, from 0. */
  step: number
  /** The shop link of the example product. */
  link: string
}

/** A step in miniature. The words beside it say the same. */
export function StepPicture({ step, link }: StepPictureProps) {
  return (
    <Frame viewBox="0 0 360 240" aria-hidden="true">
      <rect
        x="0.5"
        y="0.5"
        width="359"
        height="239"
        rx="20"
        fill={shade.ground850}
        stroke={shade.ground700}
      />
      {step === 0 && <PastedLink link={link} />}
      {step === 1 && <DetectedProduct />}
      {step === 2 && <Export />}
    </Frame>
  )
}

/** The drawn field has room for this many letters. */
const TYPED = 22

function PastedLink({ link }: { link: string }) {
  return (
    <>
      <rect
        x="28"
        y="58"
        width="304"
        height="56"
        rx="28"
        fill={shade.ground950}
        stroke={shade.accent400}
        strokeWidth="2"
      />
      <text x="52" y="92" fill={color.text} fontSize="19">
        {link.slice(0, TYPED)}
      </text>
      <path d="M272 74v24" stroke={shade.accent300} strokeWidth="2.5" />
      <g fill="none" stroke={shade.ground500} strokeWidth="2" strokeDasharray="6 7">
        <rect x="28" y="138" width="304" height="62" rx="16" />
      </g>
      <path {...outline} d="M180 182v-26m-9 9 9-9 9 9" stroke={shade.ink400} strokeWidth="2.5" />
    </>
  )
}

function DetectedProduct() {
  return (
    <>
      <ellipse cx="180" cy="120" rx="150" ry="110" fill={paint('pool')} />
      <use href={`#${art.unlit}`} x="112" y="18" width="136" height="177" />
      <g {...outline} stroke={shade.accent300} strokeWidth="3">
        <path d="M104 76V58h18M256 76V58h-18M104 182v18h18M256 182v18h-18" />
      </g>
      <path d="M104 129h152" stroke={shade.accent300} strokeWidth="1.5" strokeDasharray="3 5" />
    </>
  )
}

function Export() {
  return (
    <>
      <g transform="rotate(-8 110 130)">
        <rect x="58" y="46" width="82" height="146" rx="10" fill={paint('night')} />
        <use href={`#${art.candle}`} x="64" y="96" width="70" height="91" />
      </g>
      <g transform="rotate(5 220 120)">
        <rect x="158" y="58" width="112" height="112" rx="10" fill={paint('dusk')} />
        <use href={`#${art.candle}`} x="182" y="76" width="64" height="83" />
      </g>
      <circle cx="288" cy="176" r="34" fill={paint('made')} />
      <path
        {...outline}
        d="M288 160v28m-11-11 11 11 11-11m-24 20h26"
        stroke={color.onAccent}
        strokeWidth="3"
      />
    </>
  )
}

const Frame = styled.svg`
  width: 100%;
  height: auto;
  font-family: ${font.text};
`
