import type { ComponentType } from 'react'
import type { PostImage } from '../../../content/blog.ts'
import { shade } from '../../shades.ts'
import { Display } from '../Display.tsx'
import { art, outline, paint } from '../names.ts'

const pictures: Record<PostImage, ComponentType> = { hook: Hook, photo: Photo, test: Test }

interface PostPictureProps {
  image: PostImage
  label: string
}

/** The picture of an article in 640 by 360 units. */
export function PostPicture({ image, label }: PostPictureProps) {
  const Picture = pictures[image]
  return (
    <svg viewBox="0 0 640 360" role="img" aria-label={label}>
      <Picture />
    </svg>
  )
}

/** A phone with a video that begins when the candle is lit. */
function Hook() {
  return (
    <>
      <ellipse cx="320" cy="210" rx="320" ry="230" fill={paint('pool')} />
      <rect
        x="224"
        y="24"
        width="192"
        height="390"
        rx="30"
        fill={shade.ground950}
        stroke={shade.ground500}
        strokeWidth="3"
      />
      <rect x="236" y="36" width="168" height="366" rx="20" fill={paint('night')} />
      <use href={`#${art.candle}`} x="246" y="142" width="148" height="192" />
      <rect x="252" y="62" width="136" height="30" rx="7" fill={shade.ink50} />
      <Display x="320" y="84" fill={shade.onAccent} fontSize="19" textAnchor="middle">
        Wait for it
      </Display>
      <path d="m352 236 96-92" stroke={shade.paper} strokeWidth="7" strokeLinecap="round" />
      <path d="m352 236 12-11" stroke={shade.accent600} strokeWidth="12" strokeLinecap="round" />
      <g fill="none" stroke={shade.ink400} strokeWidth="3" strokeLinecap="round">
        <path d="M116 236v-92m-22 24 22-24 22 24" />
        <path d="M524 128v92m-22-24 22 24 22-24" opacity="0.4" />
      </g>
    </>
  )
}

/** The candle on a bent sheet of paper beside a window. */
function Photo() {
  return (
    <>
      <path d="M0 0h640v360H0Z" fill={shade.paper} />
      <path
        d="M120 0h360v236c0 40 30 70 90 80l70 44H0l70-44c40-10 50-40 50-80Z"
        fill={shade.paperLit}
      />
      <path d="M0 0h84v250L0 300Z" fill={shade.ink100} />
      <path d="M40 0v276M0 120h84" stroke={shade.ink300} strokeWidth="6" />
      <path
        d="M316 297c44 2 80 0 114-5l150-24c34-6 44 15 10 21l-196 31c-42 6-80-4-78-23Z"
        fill={shade.onAccent}
        opacity="0.16"
      />
      <use href={`#${art.unlit}`} x="232" y="42" width="208" height="270" />
      <g {...outline} stroke={shade.accent600} strokeWidth="5">
        <path d="M216 130v-28h28M456 130v-28h-28M216 284v28h28M456 284v28h-28" />
      </g>
    </>
  )
}

/** The distance between two dots. */
const STEP = 22.5

/** Orders counted beneath each of two ads: nine and four. */
function Test() {
  return (
    <>
      <rect x="84" y="36" width="204" height="220" rx="18" fill={paint('dusk')} />
      <use href={`#${art.candle}`} x="116" y="60" width="140" height="182" />
      <rect x="352" y="36" width="204" height="220" rx="18" fill={shade.paper} />
      <use href={`#${art.unlit}`} x="384" y="60" width="140" height="182" />
      <Dots x={96} count={9} color={shade.accent400} />
      <Dots x={364} count={4} color={shade.ink300} />
      <Display x="320" y="160" fill={shade.ink50} fontSize="34" textAnchor="middle">
        ?
      </Display>
    </>
  )
}

/** A dashed line, whose dashes are dots because they have no length and round ends. */
function Dots({ x, count, color }: { x: number; count: number; color: string }) {
  return (
    <path
      d={`M${x} 300h${(count - 0.5) * STEP}`}
      stroke={color}
      strokeWidth="16"
      strokeLinecap="round"
      strokeDasharray={`0 ${STEP}`}
    />
  )
}
