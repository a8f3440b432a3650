import type { ComponentType } from 'react'
import { styled } from 'styled-components'
import type { FeatureImage } from '../../content/features.ts'
import { shade } from '../shades.ts'
import { color, font } from '../theme.ts'
import { Display } from './Display.tsx'
import { Chain } from './kit/ads.tsx'
import { art, outline, paint } from './names.ts'

const pictures: Record<FeatureImage, ComponentType> = {
  brand: Brand,
  studio: Studio,
  shop: Shop,
  growth: Growth,
  automation: Automation,
  team: Team,
  market: Market,
  analytics: Analytics,
}

/** A feature in miniature: 400 by 220 units. The words beside it say the same. */
export function FeaturePicture({ feature }: { feature: FeatureImage }) {
  const Picture = pictures[feature]
  return (
    <Frame viewBox="0 0 400 220" aria-hidden="true">
      <Picture />
    </Frame>
  )
}

const swatches = [shade.onAccent, shade.accent600, shade.accent400, shade.accent200, shade.paper]

/** The candle, and the type and colours of its brand. */
function Brand() {
  return (
    <>
      <ellipse cx="96" cy="120" rx="130" ry="110" fill={paint('pool')} />
      <use href={`#${art.candle}`} x="20" y="8" width="156" height="203" />
      <Display x="208" y="96" fill={shade.ink50} fontSize="84">
        Aa
      </Display>
      <path d="M208 116h164" stroke={shade.ground500} />
      {swatches.map((fill, index) => (
        <circle
          key={fill}
          cx={224 + index * 34}
          cy="152"
          r="14"
          fill={fill}
          stroke={shade.ground500}
        />
      ))}
      <path
        d="M211 192h96M323 192h46"
        stroke={shade.ink400}
        strokeWidth="6"
        strokeLinecap="round"
      />
    </>
  )
}

/** A vertical video above a strip of its frames. */
function Studio() {
  return (
    <>
      <ellipse cx="200" cy="92" rx="170" ry="100" fill={paint('pool')} />
      <rect x="150" y="6" width="100" height="156" rx="12" fill={paint('night')} />
      <use href={`#${art.candle}`} x="163" y="62" width="74" height="96" />
      <rect x="160" y="20" width="62" height="15" rx="4" fill={shade.ink50} />
      <path d="M169 27.5h44" stroke={shade.onAccent} strokeWidth="4" strokeLinecap="round" />
      <circle cx="200" cy="52" r="12" fill={shade.ink50} />
      <path d="m197 46 9 6-9 6Z" fill={shade.onAccent} />
      {[0, 1, 2, 3, 4, 5, 6].map((frame) => (
        <g key={frame}>
          <rect
            x={24 + frame * 51}
            y="178"
            width="46"
            height="32"
            rx="5"
            fill={paint(frame % 2 ? 'dusk' : 'night')}
          />
          <use
            href={`#${frame === 3 ? art.candle : art.unlit}`}
            x={37 + frame * 51}
            y="178"
            width="22"
            height="29"
          />
        </g>
      ))}
      <path d="M200 170v46" stroke={shade.accent300} strokeWidth="3" strokeLinecap="round" />
    </>
  )
}

const shops = ['Shopify', 'Amazon', 'Etsy', 'TikTok Shop']

/** One product and the shops that sell it. */
function Shop() {
  return (
    <>
      <rect x="16" y="24" width="140" height="172" rx="14" fill={shade.paper} />
      <use href={`#${art.unlit}`} x="42" y="34" width="88" height="114" />
      <path
        d="M34 168h64M34 182h38"
        stroke={shade.onAccent}
        strokeWidth="6"
        strokeLinecap="round"
      />
      {shops.map((shop, index) => (
        <g key={shop}>
          <path
            d={`M156 110C190 110 190 ${42 + index * 46} 222 ${42 + index * 46}`}
            fill="none"
            stroke={shade.accent500}
            strokeDasharray="2 6"
            strokeWidth="2"
          />
          <rect
            x="222"
            y={24 + index * 46}
            width="154"
            height="36"
            rx="18"
            fill={shade.ground800}
            stroke={shade.ground500}
          />
          <circle cx="242" cy={42 + index * 46} r="5" fill={paint('made')} />
          <text x="258" y={48 + index * 46} fill={color.text} fontSize="17">
            {shop}
          </text>
        </g>
      ))}
    </>
  )
}

/** Two versions of an ad, of which the better is lit. */
function Growth() {
  return (
    <>
      <g transform="rotate(-4 120 110)">
        <rect
          x="48"
          y="30"
          width="128"
          height="160"
          rx="14"
          fill={shade.ground800}
          stroke={shade.ground500}
        />
        <use href={`#${art.unlit}`} x="72" y="64" width="80" height="104" opacity="0.7" />
        <Display x="64" y="66" fill={shade.ink400} fontSize="26">
          A
        </Display>
      </g>
      <g transform="rotate(4 280 110)">
        <rect x="216" y="22" width="136" height="172" rx="14" fill={paint('dusk')} />
        <use href={`#${art.candle}`} x="242" y="64" width="88" height="114" />
        <Display x="232" y="60" fill={shade.onAccent} fontSize="28">
          B
        </Display>
        <circle cx="346" cy="30" r="20" fill={shade.ink50} />
        <path {...outline} d="m337 30 6 7 12-14" stroke={shade.onAccent} strokeWidth="3.5" />
      </g>
    </>
  )
}

/** A chain of steps: a new product, a kit, the export. */
function Automation() {
  return (
    <>
      <path d="M76 110h248" stroke={shade.accent400} strokeWidth="3" />
      <circle cx="76" cy="110" r="46" fill={shade.ground800} stroke={shade.ground500} />
      <g
        transform="translate(46 80) scale(2.1)"
        fill="none"
        stroke={color.text}
        strokeWidth="2"
        strokeLinecap="round"
      >
        <Chain />
      </g>
      <circle
        cx="200"
        cy="110"
        r="64"
        fill={paint('night')}
        stroke={shade.accent400}
        strokeWidth="2"
      />
      <use href={`#${art.candle}`} x="157" y="48" width="86" height="112" />
      <circle cx="324" cy="110" r="46" fill={paint('made')} />
      <path
        {...outline}
        d="M324 90v34m-14-13 14 14 14-14m-30 25h32"
        stroke={color.onAccent}
        strokeWidth="4"
      />
    </>
  )
}

/** A creative under review with a remark and an approval. */
function Team() {
  return (
    <>
      <rect x="118" y="20" width="164" height="180" rx="14" fill={paint('dusk')} />
      <use href={`#${art.candle}`} x="148" y="58" width="104" height="135" />
      <g transform="translate(20 40)">
        <path
          d="M14 0h96a14 14 0 0 1 14 14v30a14 14 0 0 1-14 14H44l-16 15V58H14A14 14 0 0 1 0 44V14A14 14 0 0 1 14 0Z"
          fill={shade.ground700}
        />
        <path d="M20 22h80M20 38h52" stroke={shade.ink300} strokeWidth="5" strokeLinecap="round" />
      </g>
      <circle cx="46" cy="148" r="18" fill={shade.accent200} />
      <g transform="translate(256 112)">
        <rect
          width="124"
          height="52"
          rx="26"
          fill={shade.ground800}
          stroke={shade.accent400}
          strokeWidth="2"
        />
        <path {...outline} d="m22 27 9 9 16-18" stroke={color.accentStrong} strokeWidth="4" />
        <path d="M62 27h42" stroke={shade.ink300} strokeWidth="5" strokeLinecap="round" />
      </g>
      <circle cx="356" cy="186" r="18" fill={shade.accent500} />
    </>
  )
}

const stars = [
  [60, 70],
  [120, 40],
  [150, 120],
  [90, 170],
  [250, 60],
  [330, 40],
  [350, 130],
] as const

/** The market as a sky, where a lens has found the candle among the stars. */
function Market() {
  return (
    <>
      <path
        d="M60 70 120 40 150 120 90 170M250 60 330 40 350 130"
        fill="none"
        stroke={shade.ground500}
        strokeDasharray="2 6"
        strokeWidth="2"
      />
      {stars.map(([cx, cy]) => (
        <circle key={cx} cx={cx} cy={cy} r="5" fill={shade.ink300} />
      ))}
      <circle
        cx="204"
        cy="104"
        r="66"
        fill={paint('night')}
        stroke={shade.accent300}
        strokeWidth="5"
      />
      <path d="m252 152 40 40" stroke={shade.accent300} strokeWidth="9" strokeLinecap="round" />
      <use href={`#${art.candle}`} x="162" y="42" width="84" height="109" />
    </>
  )
}

const results = [34, 48, 40, 66, 58, 92]

/** Results by creative. The best one has the candle. */
function Analytics() {
  return (
    <>
      <path d="M24 196h352" stroke={shade.ground500} strokeWidth="2" />
      {results.map((height, index) => {
        const last = index === results.length - 1
        return (
          <rect
            key={height}
            x={(last ? 28 : 36) + index * 56}
            y={196 - height}
            width={last ? 52 : 36}
            height={height}
            rx="6"
            fill={last ? paint('made') : shade.ground700}
          />
        )
      })}
      <use href={`#${art.candle}`} x="301" y="23" width="66" height="86" />
    </>
  )
}

const Frame = styled.svg`
  overflow: visible;
  width: 100%;
  height: 100%;
  font-family: ${font.text};
`
