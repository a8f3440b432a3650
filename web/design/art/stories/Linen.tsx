import { palette } from '../../tokens.ts'
import { paint } from '../names.ts'

/** A rumpled linen bed in low evening light; the folds catch it. */
export function Linen() {
  return (
    <>
      <path d="M0 0h640v360H0Z" fill={palette.ember900} />
      <ellipse cx="60" cy="90" rx="420" ry="260" fill={paint('pool')} />
      <rect x="60" y="86" width="520" height="120" rx="18" fill={palette.bark} />
      <path
        d="M100 170c0-40 24-58 80-58s88 14 88 54-36 46-86 46-82-6-82-42Z"
        fill={palette.paper}
      />
      <path
        d="M360 166c0-40 30-54 86-54s92 14 92 56-40 44-92 44-86-6-86-46Z"
        fill={palette.cream}
      />
      <path d="M40 214c80-26 170-16 250-8s210-14 310 6v148H40Z" fill={palette.paper} />
      <path d="M40 214c80-26 170-16 250-8-40 34-120 40-250 64Z" fill={palette.cream} />
      <g
        fill="none"
        stroke={palette.bark}
        strokeOpacity="0.28"
        strokeWidth="5"
        strokeLinecap="round"
      >
        <path d="M96 262c90-34 150-4 236-40M140 316c110-40 200-6 300-54M330 340c80-30 160-20 236-60M430 236c50 2 90-6 130-14" />
        <path d="M140 150c30 12 60 10 92 2M404 150c30 14 66 12 100 0" />
      </g>
      <g
        fill="none"
        stroke={palette.white}
        strokeOpacity="0.6"
        strokeWidth="3"
        strokeLinecap="round"
      >
        <path d="M92 254c90-34 150-4 236-40M136 308c110-40 200-6 300-54" />
      </g>
    </>
  )
}
