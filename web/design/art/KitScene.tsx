import { styled } from 'styled-components'
import { color, font } from '../theme.ts'
import { duration, ease, motionAllowed, palette, wide } from '../tokens.ts'
import { art, paint } from './ArtDefs.tsx'

interface KitSceneProps {
  /** Describes the picture to those who do not see it. */
  label: string
  words: {
    link: string
    caption: readonly [string, string]
    headline: readonly [string, string]
    price: string
    hookLabel: string
    hook: readonly [string, string]
    callToAction: string
  }
}

/** The hero's picture: a link goes in, a kit of four ads comes out lit. */
export function KitScene({ label, words }: KitSceneProps) {
  return (
    <Scene viewBox="0 0 640 676" role="img" aria-label={label}>
      <ellipse cx="320" cy="390" rx="360" ry="330" fill={paint('pool')} />
      <Beam x="308" y="88" width="24" height="130" fill={paint('beamGlow')} />
      <Beam x="318.5" y="88" width="3" height="130" rx="1.5" fill={paint('beam')} />
      <LinkField link={words.link} />

      <g transform="translate(30 262) rotate(-10 108 270)">
        <Card data-from="left">
          <rect width="216" height="270" rx="16" fill={palette.paper} />
          <use href={`#${art.unlit}`} x="28" y="62" width="126" height="164" />
          <PriceTag price={words.price} />
          <path
            d="M20 246h76"
            stroke={palette.bark}
            strokeOpacity="0.75"
            strokeWidth="7"
            strokeLinecap="round"
          />
          <path
            d="M112 246h34"
            stroke={palette.bark}
            strokeOpacity="0.25"
            strokeWidth="7"
            strokeLinecap="round"
          />
        </Card>
      </g>

      <g transform="translate(392 206) rotate(9 112 224)">
        <Card data-from="right">
          <rect width="226" height="226" rx="16" fill={paint('dusk')} />
          <use href={`#${art.candle}`} x="104" y="66" width="112" height="146" />
          <Display x="20" y="48" fill={palette.bark} fontSize="34">
            {words.headline[0]}
            <tspan x="20" dy="34">
              {words.headline[1]}
            </tspan>
          </Display>
        </Card>
      </g>

      <g transform="translate(204 196) rotate(-2 108 384)">
        <Card data-from="below">
          <rect width="224" height="398" rx="20" fill={paint('night')} />
          <use href={`#${art.candle}`} x="38" y="172" width="148" height="192" />
          <Caption lines={words.caption} />
          <circle cx="112" cy="148" r="25" fill={palette.white} fillOpacity="0.94" />
          <path d="m105 136 20 12-20 12Z" fill={palette.bark} />
          <path
            d="M20 376h184"
            stroke={palette.white}
            strokeOpacity="0.35"
            strokeWidth="5"
            strokeLinecap="round"
          />
          <path d="M20 376h72" stroke={palette.ember400} strokeWidth="5" strokeLinecap="round" />
          <circle cx="92" cy="376" r="7" fill={palette.white} />
        </Card>
      </g>

      <g transform="translate(368 478) rotate(4 120 80)">
        <Card data-from="right">
          <rect
            width="256"
            height="172"
            rx="18"
            fill={palette.night800}
            stroke={palette.night500}
          />
          <text x="24" y="42" fill={color.accentStrong} fontSize="17" fontWeight="600">
            {words.hookLabel}
          </text>
          <text x="24" y="72" fill={palette.white} fontSize="22" fontWeight="500">
            {words.hook[0]}
            <tspan x="24" dy="28">
              {words.hook[1]}
            </tspan>
          </text>
          <rect x="24" y="118" width="142" height="36" rx="18" fill={paint('made')} />
          <text
            x="95"
            y="142"
            fill={color.onAccent}
            fontSize="17"
            fontWeight="600"
            textAnchor="middle"
          >
            {words.callToAction}
          </text>
        </Card>
      </g>
    </Scene>
  )
}

function LinkField({ link }: { link: string }) {
  return (
    <>
      <rect
        x="36"
        y="14"
        width="568"
        height="74"
        rx="37"
        fill={color.field}
        stroke={color.control}
        strokeOpacity="0.55"
      />
      <g
        transform="translate(64 37)"
        fill="none"
        stroke={color.muted}
        strokeWidth="2.6"
        strokeLinecap="round"
      >
        <path d="M12 16a6 6 0 0 0 9 .600l4-4a6 6 0 0 0-8.5-8.500l-2 2" />
        <path d="M17 12a6 6 0 0 0-9-.600l-4 4a6 6 0 0 0 8.5 8.500l2-2" />
      </g>
      <text x="110" y="59" fill={color.text} fontSize="24">
        {link}
      </text>
      <circle cx="567" cy="51" r="27" fill={paint('made')} />
      <path
        d="M556 51h21m-8-8 8 8-8 8"
        fill="none"
        stroke={color.onAccent}
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
}

function PriceTag({ price }: { price: string }) {
  return (
    <g transform="translate(16 18) rotate(-6)">
      <path d="M14 0h58a8 8 0 0 1 8 8v28a8 8 0 0 1-8 8H14L0 22Z" fill={palette.bark} />
      <circle cx="15" cy="22" r="4" fill={palette.paper} />
      <Display x="48" y="31" fill={palette.ember200} fontSize="24" textAnchor="middle">
        {price}
      </Display>
    </g>
  )
}

function Caption({ lines }: { lines: readonly [string, string] }) {
  return (
    <>
      <rect x="20" y="30" width="150" height="34" rx="7" fill={palette.white} />
      <rect x="20" y="68" width="178" height="34" rx="7" fill={palette.white} />
      <Display x="31" y="55" fill={palette.bark} fontSize="22">
        {lines[0]}
        <tspan x="31" dy="38">
          {lines[1]}
        </tspan>
      </Display>
    </>
  )
}

const Scene = styled.svg`
  width: 100%;
  height: auto;
  overflow: visible;
  font-family: ${font.text};
`

const Display = styled.text`
  font-family: ${font.display};
  font-weight: 800;
  letter-spacing: -0.02em;
`

/** Rests where it is drawn; on wide screens it arrives there once. */
const Card = styled.g`
  filter: drop-shadow(0 18px 26px rgb(0 0 0 / 0.5));

  ${wide.desktop} {
    ${motionAllowed} {
      animation: fan-out ${duration.reveal} ${ease.out} 150ms backwards;
    }
    &[data-from='left'] {
      --from: translate(150px, 60px) rotate(10deg);
    }
    &[data-from='right'] {
      --from: translate(-150px, 50px) rotate(-9deg);
    }
    &[data-from='below'] {
      --from: translate(0, 46px);
    }
  }
  @keyframes fan-out {
    from {
      transform: var(--from);
    }
  }
`

const Beam = styled.rect`
  ${wide.desktop} {
    ${motionAllowed} {
      transform-box: fill-box;
      animation: beam ${duration.slow} ${ease.out} backwards;
    }
  }
  @keyframes beam {
    from {
      transform: scaleY(0);
    }
  }
`
