import { shade } from '../../shades.ts'
import { stops } from '../ArtDefs.tsx'
import { oats, stone } from './products.ts'
import { Story } from './Story.tsx'

/** Snack bars on a stone at dusk. */
export function Bars() {
  return (
    <Story title="Snack bars on a stone at dusk">
      <defs>
        <linearGradient id="dusk" x1="0" y1="0" x2="0.6" y2="1">
          {stops([[shade.duskScene[0]], [shade.duskScene[1], 0.6], [shade.duskScene[2], 1]])}
        </linearGradient>
        <radialGradient id="stone" cx="0.8" cy="0" r="0.9">
          {stops([[stone.lit], [stone.top, 0.45], [stone.far, 1]])}
        </radialGradient>
        <radialGradient id="shade">
          {stops([
            [shade.ground950, 0.3, 0.6],
            [shade.ground950, 1, 0],
          ])}
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
      <Wrapped
        transform="rotate(-6 195 276) translate(104 240)"
        fill="url(#dusk)"
        ink={shade.onAccent}
      />
      <ellipse cx="300" cy="340" rx="106" ry="14" fill="url(#shade)" />
      <Wrapped
        transform="rotate(3 307 304) translate(222 280)"
        fill={shade.paper}
        ink={shade.accent600}
      />
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
        {[
          [417, 289],
          [438, 285],
          [428, 300],
          [490, 281],
          [509, 287],
          [491, 297],
        ].map(([cx, cy]) => (
          <ellipse key={cx} cx={cx} cy={cy} rx="6" ry="3.500" />
        ))}
      </g>
      <g fill={oats.seed}>
        {[
          [412, 302, 2.5],
          [444, 298, 2.5],
          [426, 281, 2],
          [505, 275, 2],
          [478, 289, 2.5],
          [508, 298, 2.5],
        ].map(([cx, cy, r]) => (
          <circle key={cx} cx={cx} cy={cy} r={r} />
        ))}
      </g>
    </Story>
  )
}

interface WrappedProps {
  transform: string
  fill: string
  ink: string
}

/** A bar in its paper: 170 by 56 units. */
function Wrapped({ transform, fill, ink }: WrappedProps) {
  return (
    <g transform={transform}>
      <rect width="170" height="56" rx="8" fill={fill} />
      <use href="#ends" />
      <path d="M42 20h86M42 36h52" stroke={ink} strokeWidth="7" strokeLinecap="round" />
      <use href="#edge" />
    </g>
  )
}
