import { shade } from '../../shades.ts'
import { coffee, glaze } from './products.ts'

/** A ceramic coffee dripper on a glass jug. */
export function Dripper() {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">
      <title>A ceramic coffee dripper on a glass jug</title>
      <defs>
        <radialGradient id="pool">
          <stop stopColor={shade.accent400} stopOpacity="0.34" />
          <stop offset="0.5" stopColor={shade.accent500} stopOpacity="0.12" />
          <stop offset="1" stopColor={shade.accent500} stopOpacity="0" />
        </radialGradient>
        <radialGradient id="shade">
          <stop stopColor={shade.cast} stopOpacity="0.7" />
          <stop offset="1" stopColor={shade.cast} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="glaze" gradientUnits="userSpaceOnUse" x1="206" x2="470">
          <stop stopColor={shade.paperLit} />
          <stop offset="0.4" stopColor={shade.paper} />
          <stop offset="0.8" stopColor={glaze.shaded} />
          <stop offset="1" stopColor={glaze.edge} />
        </linearGradient>
        <linearGradient id="coffee">
          <stop stopColor={coffee.lit} />
          <stop offset="0.3" stopColor={coffee.middle} />
          <stop offset="1" stopColor={coffee.dark} />
        </linearGradient>
      </defs>
      <path d="M0 0h640v360H0Z" fill={shade.ground900} />
      <path d="M0 296h640v64H0Z" fill={shade.onAccent} />
      <ellipse cx="110" cy="150" rx="400" ry="280" fill="url(#pool)" />
      <ellipse cx="400" cy="314" rx="190" ry="17" fill="url(#shade)" />
      <path
        d="M404 96c62-18 92 52 24 66l-50 2"
        fill="none"
        stroke="url(#glaze)"
        strokeWidth="15"
        strokeLinecap="round"
      />
      <path
        d="M250 200h140l26 96c3 10-5 18-15 18H239c-10 0-18-8-15-18Z"
        fill={shade.ink100}
        opacity="0.16"
      />
      <path d="M236 252h168l12 44c3 10-5 18-15 18H239c-10 0-18-8-15-18Z" fill="url(#coffee)" />
      <ellipse cx="320" cy="252" rx="84" ry="7" fill={coffee.surface} />
      <path d="M320 196v57" stroke={coffee.surface} strokeWidth="4" />
      <path
        d="M250 200l-26 96c-3 10 5 18 15 18h162c10 0 18-8 15-18l-26-96"
        fill="none"
        stroke={shade.ink300}
        strokeOpacity="0.6"
        strokeWidth="2.5"
      />
      <path
        d="m255 212-20 76"
        stroke={shade.accent200}
        strokeOpacity="0.85"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path d="M206 70h228l-66 118h-96Z" fill="url(#glaze)" />
      <rect x="230" y="184" width="180" height="16" rx="8" fill="url(#glaze)" />
      <path d="M272 186h96" stroke={shade.onAccent} strokeOpacity="0.4" strokeWidth="3" />
      <ellipse cx="320" cy="70" rx="114" ry="15" fill="url(#glaze)" />
      <ellipse cx="320" cy="71" rx="106" ry="11.500" fill={coffee.dark} />
      <g fill={shade.onAccent} opacity="0.5">
        <circle cx="252" cy="98" r="3" />
        <circle cx="300" cy="122" r="3" />
        <circle cx="352" cy="104" r="3" />
        <circle cx="330" cy="152" r="3" />
        <circle cx="280" cy="150" r="2" />
        <circle cx="378" cy="130" r="2" />
        <circle cx="312" cy="96" r="2" />
        <circle cx="264" cy="128" r="2" />
        <circle cx="306" cy="172" r="3" />
      </g>
      <path
        d="M300 52c-10-14 10-20 0-36M336 54c-10-14 10-22 0-40"
        fill="none"
        stroke={shade.accent200}
        strokeOpacity="0.4"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  )
}
