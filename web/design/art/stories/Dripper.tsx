import { shade } from '../../shades.ts'
import { stops } from '../ArtDefs.tsx'
import { coffee, glaze } from './products.ts'
import { Story } from './Story.tsx'

/** A ceramic coffee dripper on a glass jug. */
export function Dripper() {
  return (
    <Story title="A ceramic coffee dripper on a glass jug">
      <defs>
        <radialGradient id="shade">
          {stops([
            [shade.cast, 0, 0.7],
            [shade.cast, 1, 0],
          ])}
        </radialGradient>
        <linearGradient id="glaze" gradientUnits="userSpaceOnUse" x1="206" x2="470">
          {stops([[shade.paperLit], [shade.paper, 0.4], [glaze.shaded, 0.8], [glaze.edge, 1]])}
        </linearGradient>
        <linearGradient id="coffee">
          {stops([[coffee.lit], [coffee.middle, 0.3], [coffee.dark, 1]])}
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
        {[
          [252, 98, 3],
          [300, 122, 3],
          [352, 104, 3],
          [330, 152, 3],
          [280, 150, 2],
          [378, 130, 2],
          [312, 96, 2],
          [264, 128, 2],
          [306, 172, 3],
        ].map(([cx, cy, r]) => (
          <circle key={cx} cx={cx} cy={cy} r={r} />
        ))}
      </g>
      <path
        d="M300 52c-10-14 10-20 0-36M336 54c-10-14 10-22 0-40"
        fill="none"
        stroke={shade.accent200}
        strokeOpacity="0.4"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </Story>
  )
}
