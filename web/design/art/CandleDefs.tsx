import { art, paint } from './names.ts'

/**
 * The site's one product, with its flame and without. The light comes from the flame: the
 * glass is brightest around it, and the shadow of the vessel falls on both sides of its foot.
 */
export function CandleDefs() {
  return (
    <>
      <linearGradient id="art-glass">
        <stop stopColor="#3a1505" />
        <stop offset="0.1" stopColor="#8a3f0f" />
        <stop offset="0.3" stopColor="#cf7621" />
        <stop offset="0.5" stopColor="#f0a53f" />
        <stop offset="0.72" stopColor="#c86d1b" />
        <stop offset="0.92" stopColor="#74310a" />
        <stop offset="1" stopColor="#331204" />
      </linearGradient>
      <radialGradient id="art-inner" cx="0.5" cy="0.16" r="0.62">
        <stop stopColor="#fff3cf" stopOpacity="0.95" />
        <stop offset="0.35" stopColor="#ffc862" stopOpacity="0.6" />
        <stop offset="1" stopColor="#ff9a2e" stopOpacity="0" />
      </radialGradient>
      <radialGradient id="art-halo">
        <stop stopColor="#ffdf9c" stopOpacity="0.75" />
        <stop offset="0.25" stopColor="#ffb655" stopOpacity="0.36" />
        <stop offset="1" stopColor="#ff9a3c" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="art-flame" x1="0" y1="0" x2="0" y2="1">
        <stop stopColor="#fffbe9" />
        <stop offset="0.45" stopColor="#ffdf8a" />
        <stop offset="0.8" stopColor="#ff9b34" />
        <stop offset="1" stopColor="#e5641b" />
      </linearGradient>

      <symbol id={art.unlit} viewBox="0 0 200 260" overflow="visible">
        <Vessel />
      </symbol>
      <symbol id={art.candle} viewBox="0 0 200 260" overflow="visible">
        <circle cx="100" cy="76" r="118" fill="url(#art-halo)" />
        <use href={`#${art.unlit}`} />
        <path d={GLASS} fill="url(#art-inner)" />
        <ellipse cx="100" cy="118" rx="63" ry="11" fill="#ffeab8" />
        <ellipse cx="100" cy="118" rx="30" ry="5" fill="#fffaf0" />
        <Label />
        <path d="M100 118V98" stroke="#2b1206" strokeWidth="3" strokeLinecap="round" />
        <path
          d="M100 36c13 21 17 33 17 43a17 17 0 0 1-34 0c0-10 4-22 17-43Z"
          fill="url(#art-flame)"
        />
        <path
          d="M100 62c6 10 8 15 8 20a8 8 0 0 1-16 0c0-5 2-10 8-20Z"
          fill="#fffdf4"
          opacity="0.9"
        />
        <Rim front />
      </symbol>
    </>
  )
}

const GLASS = 'M28 92v122c0 17 12 29 29 29h86c17 0 29-12 29-29V92c0 7-32 13-72 13S28 99 28 92Z'

function Vessel() {
  return (
    <>
      <ellipse cx="100" cy="243" rx="98" ry="12" fill={paint('shade')} />
      <path d="M28 92c0-7 32-13 72-13s72 6 72 13-32 13-72 13-72-6-72-13Z" fill="#4a1c07" />
      <path d={GLASS} fill="url(#art-glass)" />
      <ellipse cx="100" cy="118" rx="63" ry="11" fill="#e9c48d" opacity="0.55" />
      <Label />
      <path
        d="M40 108v98c0 9 3 15 8 20"
        fill="none"
        stroke="#fff"
        strokeOpacity="0.32"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path
        d="M160 112v70"
        fill="none"
        stroke="#fff"
        strokeOpacity="0.14"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M52 237c28 4 68 4 96 0"
        fill="none"
        stroke="#ffd7a0"
        strokeOpacity="0.5"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <Rim />
    </>
  )
}

/** Once the flame is drawn, only the front half: the back of the rim is behind it. */
function Rim({ front = false }) {
  return (
    <path
      d={front ? 'M28 92a72 13 0 0 0 144 0' : 'M28 92a72 13 0 0 0 144 0a72 13 0 0 0-144 0'}
      fill="none"
      stroke="#ffe2b4"
      strokeOpacity="0.75"
      strokeWidth="2.5"
    />
  )
}

function Label() {
  return (
    <>
      <rect x="62" y="144" width="76" height="70" rx="3" fill="#fff6e6" />
      <path d="M70 152h60v54H70Z" fill="none" stroke="#7a4416" strokeWidth="1" />
      <path d="M100 160c4 7 6 10 6 14a6 6 0 0 1-12 0c0-4 2-7 6-14Z" fill="#7a4416" />
      <path d="M82 190h36M88 198h24" stroke="#7a4416" strokeWidth="2.5" strokeLinecap="round" />
    </>
  )
}
