import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'

/** Three ads of one product, fanned out. */
export function Kit() {
  return (
    <>
      <g transform="translate(686 206) rotate(-9 105 130)">
        <Shadow width={210} height={262} />
        <rect width="210" height="262" rx="16" fill={palette.paper} />
        <use href={`#${art.unlit}`} x="12" y="48" width="124" height="161" />
      </g>
      <g transform="translate(946 126) rotate(8 110 110)">
        <Shadow width={222} height={222} />
        <rect width="222" height="222" rx="16" fill={paint('dusk')} />
        <use href={`#${art.candle}`} x="98" y="42" width="118" height="153" />
      </g>
      <g transform="translate(806 100) rotate(-1.5 120 210)">
        <Shadow width={236} height={426} />
        <rect width="236" height="426" rx="20" fill={paint('night')} />
        <use href={`#${art.candle}`} x="30" y="128" width="176" height="229" />
        <circle cx="118" cy="92" r="30" fill={palette.white} fillOpacity="0.94" />
        <path d="m110 78 24 14-24 14Z" fill={palette.bark} />
        <g strokeWidth="6" strokeLinecap="round">
          <path d="M24 396h188" stroke={palette.white} strokeOpacity="0.35" />
          <path d="M24 396h84" stroke={palette.ember400} />
        </g>
        <circle cx="108" cy="396" r="8" fill={palette.white} />
      </g>
    </>
  )
}

/** Thrown by the light above the card. */
function Shadow({ width, height }: { width: number; height: number }) {
  return <ellipse cx={width / 2} cy={height} rx={width * 0.62} ry="46" fill={paint('shade')} />
}
