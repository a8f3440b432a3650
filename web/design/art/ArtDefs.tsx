import { shade } from '../shades.ts'
import { art, paint } from './names.ts'

type Stop = readonly [color: string, offset?: number, opacity?: number]

export const stops = (list: readonly Stop[]) =>
  list.map(([color, offset, opacity]) => (
    <stop key={`${color} ${offset}`} offset={offset} stopColor={color} stopOpacity={opacity} />
  ))

/** Gradients and the candle, once a page: every picture on the page refers to them. */
export function ArtDefs() {
  const { accent300, accent400, accent500, accent600, cast, nightScene, duskScene } = shade
  return (
    <svg width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={art.made}>
          {stops([[accent300], [accent400, 0.45], [accent600, 1]])}
        </linearGradient>
        <radialGradient id={art.pool}>
          {stops([
            [accent400, 0, 0.34],
            [accent500, 0.5, 0.12],
            [accent500, 1, 0],
          ])}
        </radialGradient>
        <linearGradient id={art.night} x1="0" y1="0" x2="0" y2="1">
          {stops([
            [nightScene[0]],
            [nightScene[1], 0.62],
            [nightScene[2], 0.63],
            [nightScene[3], 1],
          ])}
        </linearGradient>
        <linearGradient id={art.dusk} x1="0" y1="0" x2="0.6" y2="1">
          {stops([[duskScene[0]], [duskScene[1], 0.6], [duskScene[2], 1]])}
        </linearGradient>
        <radialGradient id={art.shade}>
          {stops([
            [cast, 0, 0.55],
            [cast, 1, 0],
          ])}
        </radialGradient>
        <CandleDefs />
      </defs>
    </svg>
  )
}

const { candle } = shade

/**
 * The candle with its flame and without. The light comes from the flame: the glass is brightest
 * around it, and the shadow of the vessel falls on both sides of its foot.
 */
function CandleDefs() {
  const [glass, inner, halo, flame] = [candle.glass, candle.inner, candle.halo, candle.flame]
  return (
    <>
      <linearGradient id="art-glass">
        {stops([0, 0.1, 0.3, 0.5, 0.72, 0.92, 1].map((offset, at) => [glass[at] ?? '', offset]))}
      </linearGradient>
      <radialGradient id="art-inner" cx="0.5" cy="0.16" r="0.62">
        {stops([
          [inner[0], 0, 0.95],
          [inner[1], 0.35, 0.6],
          [inner[2], 1, 0],
        ])}
      </radialGradient>
      <radialGradient id="art-halo">
        {stops([
          [halo[0], 0, 0.75],
          [halo[1], 0.25, 0.36],
          [halo[2], 1, 0],
        ])}
      </radialGradient>
      <linearGradient id="art-flame" x1="0" y1="0" x2="0" y2="1">
        {stops([[flame[0]], [flame[1], 0.45], [flame[2], 0.8], [flame[3], 1]])}
      </linearGradient>

      <symbol id={art.unlit} viewBox="0 0 200 260" overflow="visible">
        <Vessel />
      </symbol>
      <symbol id={art.candle} viewBox="0 0 200 260" overflow="visible">
        <circle cx="100" cy="76" r="118" fill="url(#art-halo)" />
        <use href={`#${art.unlit}`} />
        <path d={GLASS} fill="url(#art-inner)" />
        <ellipse cx="100" cy="118" rx="63" ry="11" fill={candle.melted} />
        <ellipse cx="100" cy="118" rx="30" ry="5" fill={candle.meltedHeart} />
        <Label />
        <path d="M100 118V98" stroke={candle.wick} strokeWidth="3" strokeLinecap="round" />
        <path
          d="M100 36c13 21 17 33 17 43a17 17 0 0 1-34 0c0-10 4-22 17-43Z"
          fill="url(#art-flame)"
        />
        <path
          d="M100 62c6 10 8 15 8 20a8 8 0 0 1-16 0c0-5 2-10 8-20Z"
          fill={candle.flameHeart}
          opacity="0.9"
        />
        <Rim d="M28 92a72 13 0 0 0 144 0" />
      </symbol>
    </>
  )
}

const GLASS = 'M28 92v122c0 17 12 29 29 29h86c17 0 29-12 29-29V92c0 7-32 13-72 13S28 99 28 92Z'

function Vessel() {
  return (
    <>
      <ellipse cx="100" cy="243" rx="98" ry="12" fill={paint('shade')} />
      <path d="M28 92c0-7 32-13 72-13s72 6 72 13-32 13-72 13-72-6-72-13Z" fill={candle.inside} />
      <path d={GLASS} fill="url(#art-glass)" />
      <ellipse cx="100" cy="118" rx="63" ry="11" fill={candle.wax} opacity="0.55" />
      <Label />
      <g fill="none" strokeLinecap="round">
        <path d="M40 108v98c0 9 3 15 8 20" stroke="#fff" strokeOpacity="0.32" strokeWidth="5" />
        <path d="M160 112v70" stroke="#fff" strokeOpacity="0.14" strokeWidth="3" />
        <path d="M52 237c28 4 68 4 96 0" stroke={candle.foot} strokeOpacity="0.5" strokeWidth="2" />
      </g>
      <Rim d="M28 92a72 13 0 0 0 144 0a72 13 0 0 0-144 0" />
    </>
  )
}

/** The lit candle has only the front half: the back of the rim is behind its flame. */
const Rim = ({ d }: { d: string }) => (
  <path d={d} fill="none" stroke={candle.rim} strokeOpacity="0.75" strokeWidth="2.5" />
)

function Label() {
  return (
    <>
      <rect x="62" y="144" width="76" height="70" rx="3" fill={candle.label} />
      <path d="M70 152h60v54H70Z" fill="none" stroke={candle.labelInk} strokeWidth="1" />
      <path d="M100 160c4 7 6 10 6 14a6 6 0 0 1-12 0c0-4 2-7 6-14Z" fill={candle.labelInk} />
      <path
        d="M82 190h36M88 198h24"
        stroke={candle.labelInk}
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </>
  )
}
