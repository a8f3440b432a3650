import { palette } from '../../tokens.ts'
import { paint } from '../names.ts'

const SPECKLES = [
  [262, 96],
  [300, 122],
  [352, 100],
  [330, 150],
  [284, 152],
  [378, 132],
  [316, 88],
] as const

/** A ceramic coffee dripper on a glass jug, in warm side light. */
export function Dripper() {
  return (
    <>
      <path d="M0 0h640v360H0Z" fill={palette.night900} />
      <ellipse cx="120" cy="140" rx="360" ry="260" fill={paint('pool')} />
      <path d="M0 300h640v60H0Z" fill={palette.bark} />
      <ellipse cx="334" cy="312" rx="130" ry="14" fill={paint('shade')} />
      <path
        d="M250 204h140l26 92c3 10-5 18-15 18H239c-10 0-18-8-15-18Z"
        fill={palette.moon100}
        opacity="0.16"
        stroke={palette.moon300}
        strokeWidth="2.5"
      />
      <path d="M236 252h168l12 44c3 10-5 18-15 18H239c-10 0-18-8-15-18Z" fill={palette.ember900} />
      <path d="M320 196v60" stroke={palette.ember900} strokeWidth="4" strokeLinecap="round" />
      <path d="M206 70h228l-66 118h-96Z" fill={palette.paper} />
      <path d="M206 70h70l44 118h-48Z" fill={palette.cream} />
      <path
        d="M434 96c44-6 56 44 8 58l-26 4"
        fill="none"
        stroke={palette.paper}
        strokeWidth="14"
        strokeLinecap="round"
      />
      <rect x="230" y="184" width="180" height="16" rx="8" fill={palette.paper} />
      <ellipse cx="320" cy="70" rx="114" ry="14" fill={palette.ember900} />
      {SPECKLES.map(([cx, cy]) => (
        <circle key={cx} cx={cx} cy={cy} r="3" fill={palette.bark} opacity="0.5" />
      ))}
      <path
        d="M300 44c-10-14 10-20 0-36M336 48c-10-14 10-22 0-40"
        fill="none"
        stroke={palette.moon300}
        strokeOpacity="0.5"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </>
  )
}
