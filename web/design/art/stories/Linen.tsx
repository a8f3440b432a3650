import { shade } from '../../shades.ts'
import { stops } from '../ArtDefs.tsx'
import { linen } from './products.ts'
import { Story } from './Story.tsx'

/** A bed with rumpled linen. */
export function Linen() {
  return (
    <Story title="A bed with rumpled linen">
      <defs>
        <linearGradient id="cloth" x2="1" y2="0.3">
          {stops([[shade.paperLit], [linen.middle, 0.4], [linen.far, 1]])}
        </linearGradient>
        <linearGradient id="fold" x2="0.35" y2="1">
          {stops([
            [shade.candle.meltedHeart],
            [shade.paperLit, 0.3, 0],
            [linen.fold, 0.4, 0],
            [linen.fold, 0.75, 0.5],
            [linen.fold, 1, 0],
          ])}
        </linearGradient>
        <pattern
          id="weave"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(4)"
        >
          <path d="M0 1.500h3.500M3 4.500h3.500" stroke={linen.fold} strokeOpacity="0.26" />
          <path
            d="M1.500 2.500v4M4.500-.5v4"
            stroke={shade.candle.meltedHeart}
            strokeOpacity="0.4"
          />
        </pattern>
        <path
          id="pillow"
          d="M4 8c60 10 130 6 208-6 8 40 8 76 2 118-70-8-140-8-208 0C-4 84-4 46 4 8Z"
        />
        <path id="sheet" d="M24 214c90-30 170-14 266-4s210-18 326 6v144H24Z" />
      </defs>
      <path d="M0 0h640v360H0Z" fill={linen.wall} />
      <rect x="60" y="60" width="520" height="170" rx="18" fill={shade.onAccent} />
      <ellipse cx="40" cy="110" rx="440" ry="280" fill="url(#pool)" />
      <g transform="translate(312 98) rotate(3)">
        <use href="#pillow" fill="url(#cloth)" />
        <use href="#pillow" fill="url(#weave)" />
        <path
          d="M6 12c34 14 54 40 58 70 8-34-8-60-40-72ZM206 6c-24 20-34 44-34 66 14-24 26-40 38-48Z"
          fill={linen.fold}
          opacity="0.3"
        />
      </g>
      <g transform="translate(112 104) rotate(-4)">
        <path d="M8 20c60 10 140 6 220-6 8 40 8 76 2 118H14Z" fill={shade.cast} opacity="0.35" />
        <use href="#pillow" fill="url(#cloth)" />
        <use href="#pillow" fill="url(#weave)" />
        <path
          d="M8 12c34 12 60 36 66 64 4-34-14-58-48-66ZM208 4c-30 18-46 42-48 70 16-26 32-44 50-54Z"
          fill={linen.fold}
          opacity="0.26"
        />
      </g>
      <use href="#sheet" fill="url(#cloth)" />
      <g fill="url(#fold)">
        <path d="M24 246c80-34 170-20 250-14 70 4 140-14 200-14-80 22-130 44-206 42-90-2-150-22-244 22Z" />
        <path d="M24 336c110-72 220-54 316-60 90-8 160-40 276-34-110 14-170 46-262 60-110 14-210-14-330 34Z" />
        <path d="M250 360c80-42 160-38 230-48 60-8 90-22 136-22v32c-70 4-90 20-150 38Z" />
      </g>
      <use href="#sheet" fill="url(#weave)" />
    </Story>
  )
}
