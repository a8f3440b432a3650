import { styled } from 'styled-components'
import { color, font } from '../theme.ts'
import { palette } from '../tokens.ts'
import { art, paint } from './names.ts'

const pictures = [
  <PastedLink key="link" />,
  <DetectedProduct key="product" />,
  <Export key="export" />,
]

/** A step in miniature, for its place in the order from 0. The words beside it say the same. */
export function StepPicture({ step }: { step: number }) {
  return (
    <Frame viewBox="0 0 360 240" aria-hidden="true">
      <rect
        x="0.5"
        y="0.5"
        width="359"
        height="239"
        rx="20"
        fill={palette.night850}
        stroke={palette.night700}
      />
      {pictures[step]}
    </Frame>
  )
}

function PastedLink() {
  return (
    <>
      <rect
        x="28"
        y="58"
        width="304"
        height="56"
        rx="28"
        fill={palette.night950}
        stroke={palette.ember400}
        strokeWidth="2"
      />
      <text x="52" y="92" fill={color.text} fontSize="19">
        northlight.example/amb
      </text>
      <path d="M272 74v24" stroke={palette.ember300} strokeWidth="2.5" />
      <g fill="none" stroke={palette.night500} strokeWidth="2" strokeDasharray="6 7">
        <rect x="28" y="138" width="304" height="62" rx="16" />
      </g>
      <path
        d="M180 182v-26m-9 9 9-9 9 9"
        fill="none"
        stroke={palette.moon400}
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
}

function DetectedProduct() {
  return (
    <>
      <ellipse cx="180" cy="120" rx="150" ry="110" fill={paint('pool')} />
      <use href={`#${art.unlit}`} x="112" y="18" width="136" height="177" />
      <g
        fill="none"
        stroke={palette.ember300}
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M104 76V58h18M256 76V58h-18M104 182v18h18M256 182v18h-18" />
      </g>
      <path d="M104 129h152" stroke={palette.ember300} strokeWidth="1.5" strokeDasharray="3 5" />
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
        d="M288 160v28m-11-11 11 11 11-11m-24 20h26"
        fill="none"
        stroke={color.onAccent}
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
}

const Frame = styled.svg`
  width: 100%;
  height: auto;
  font-family: ${font.text};
`
