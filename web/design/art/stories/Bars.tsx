import { shade } from '../../shades.ts'
import { oats, stone } from './products.ts'

/** Snack bars on a stone at dusk. */
export function Bars() {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">
      <title>Snack bars on a stone at dusk</title>
      <defs>
        <radialGradient id="pool">
          <stop stopColor={shade.accent400} stopOpacity="0.34" />
          <stop offset="0.5" stopColor={shade.accent500} stopOpacity="0.12" />
          <stop offset="1" stopColor={shade.accent500} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="dusk" x1="0" y1="0" x2="0.6" y2="1">
          <stop stopColor={shade.duskScene[0]} />
          <stop offset="0.6" stopColor={shade.duskScene[1]} />
          <stop offset="1" stopColor={shade.duskScene[2]} />
        </linearGradient>
        <radialGradient id="stone" cx="0.8" cy="0" r="0.9">
          <stop stopColor={stone.lit} />
          <stop offset="0.45" stopColor={stone.top} />
          <stop offset="1" stopColor={stone.far} />
        </radialGradient>
        <radialGradient id="shade">
          <stop offset="0.3" stopColor={shade.ground950} stopOpacity="0.6" />
          <stop offset="1" stopColor={shade.ground950} stopOpacity="0" />
        </radialGradient>
        <path
          id="ends"
          d="M8 0h14v56H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8ZM148 0h14a8 8 0 0 1 8 8v40a8 8 0 0 1-8 8h-14Z"
          fill={shade.onAccent}
          opacity="0.22"
        />
        <path
          id="edge"
          d="M8 1.500h154"
          stroke={shade.paperLit}
          strokeWidth="3"
          strokeLinecap="round"
          opacity="0.8"
        />
      </defs>
      <path d="M0 0h640v360H0Z" fill={shade.ground700} />
      <ellipse cx="470" cy="170" rx="300" ry="170" fill="url(#pool)" />
      <circle cx="470" cy="150" r="34" fill={shade.accent300} />
      <path d="M0 190 120 110l110 70 130-90 130 96 150-66v240H0Z" fill={shade.ground800} />
      <path d="m0 236 180-60 150 64 150-50 160 60v110H0Z" fill={shade.ground850} />
      <ellipse cx="320" cy="318" rx="250" ry="57" fill={stone.side} />
      <ellipse cx="320" cy="304" rx="250" ry="54" fill="url(#stone)" />
      <ellipse cx="186" cy="308" rx="104" ry="17" fill="url(#shade)" />
      <g transform="rotate(-6 195 276) translate(104 240)">
        <rect width="170" height="56" rx="8" fill="url(#dusk)" />
        <use href="#ends" />
        <path
          d="M42 20h86M42 36h52"
          stroke={shade.onAccent}
          strokeWidth="7"
          strokeLinecap="round"
        />
        <use href="#edge" />
      </g>
      <ellipse cx="300" cy="340" rx="106" ry="14" fill="url(#shade)" />
      <g transform="rotate(3 307 304) translate(222 280)">
        <rect width="170" height="56" rx="8" fill={shade.paper} />
        <use href="#ends" />
        <path
          d="M42 20h86M42 36h52"
          stroke={shade.accent600}
          strokeWidth="7"
          strokeLinecap="round"
        />
        <use href="#edge" />
      </g>
      <ellipse cx="460" cy="320" rx="76" ry="13" fill="url(#shade)" />
      <path
        d="m408 284 42-5 7 9-5 9 7 9-6 11-42 6c-5 0-8-3-8-7v-26c0-3 2-6 5-6ZM474 277l40-6c4 0 7 2 7 6l1 26c0 4-3 7-7 7l-38 5-8-10 6-9-8-9Z"
        fill={oats.crust}
      />
      <path
        d="m408 280 42-5 7 9-5 9 7 9-6 8-42 6c-5 0-8-3-8-7v-23c0-3 2-6 5-6ZM474 273l40-6c4 0 7 2 7 6l1 23c0 4-3 7-7 7l-38 5-8-8 6-9-8-9Z"
        fill={oats.top}
      />
      <g fill={shade.accent200}>
        <ellipse cx="417" cy="289" rx="6" ry="3.500" />
        <ellipse cx="438" cy="285" rx="6" ry="3.500" />
        <ellipse cx="428" cy="300" rx="6" ry="3.500" />
        <ellipse cx="490" cy="281" rx="6" ry="3.500" />
        <ellipse cx="509" cy="287" rx="6" ry="3.500" />
        <ellipse cx="491" cy="297" rx="6" ry="3.500" />
      </g>
      <g fill={oats.seed}>
        <circle cx="412" cy="302" r="2.500" />
        <circle cx="444" cy="298" r="2.500" />
        <circle cx="426" cy="281" r="2" />
        <circle cx="505" cy="275" r="2" />
        <circle cx="478" cy="289" r="2.500" />
        <circle cx="508" cy="298" r="2.500" />
      </g>
    </svg>
  )
}
