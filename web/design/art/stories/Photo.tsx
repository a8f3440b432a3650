import { palette } from '../../tokens.ts'
import { art } from '../names.ts'

/** The candle on a bent sheet of paper beside a window: all that a source picture needs. */
export function Photo() {
  return (
    <>
      <path d="M0 0h640v360H0Z" fill={palette.paper} />
      <path
        d="M120 0h360v236c0 40 30 70 90 80l70 44H0l70-44c40-10 50-40 50-80Z"
        fill={palette.cream}
      />
      <path d="M0 0h84v250L0 300Z" fill={palette.moon100} />
      <path d="M40 0v276M0 120h84" stroke={palette.moon300} strokeWidth="6" />
      <path
        d="M316 297c44 2 80 0 114-5l150-24c34-6 44 15 10 21l-196 31c-42 6-80-4-78-23Z"
        fill={palette.bark}
        opacity="0.16"
      />
      <use href={`#${art.unlit}`} x="232" y="42" width="208" height="270" />
      <g
        fill="none"
        stroke={palette.ember600}
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M216 130v-28h28M456 130v-28h-28M216 284v28h28M456 284v28h-28" />
      </g>
    </>
  )
}
