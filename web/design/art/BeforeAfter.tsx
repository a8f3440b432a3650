import { styled } from 'styled-components'
import { shade } from '../shades.ts'
import { color } from '../theme.ts'
import { Display } from './Display.tsx'
import { art, paint } from './names.ts'
import { Scene } from './Scene.tsx'
import { Shadow } from './Shadow.tsx'

interface BeforeAfterProps {
  label: string
  before: string
  after: string
  headline: readonly [string, string]
}

/** A listing photo with the unlit candle beside an ad with the lit one. */
export function BeforeAfter({ label, before, after, headline }: BeforeAfterProps) {
  return (
    <Scene viewBox="0 0 620 640" role="img" aria-label={label}>
      <ellipse cx="380" cy="330" rx="330" ry="320" fill={paint('pool')} />

      <rect x="182" y="20" width="420" height="560" rx="28" fill={paint('night')} />
      <g clipPath="inset(0 round 28px)">
        <use href={`#${art.candle}`} x="272" y="232" width="240" height="312" />
      </g>
      <Headline x="222" y="96" fill={shade.ink50} fontSize="56">
        {headline[0]}
        <tspan x="222" dy="56">
          {headline[1]}
        </tspan>
      </Headline>
      <text
        x="602"
        y="616"
        fill={color.accentStrong}
        fontSize="20"
        fontWeight="500"
        textAnchor="end"
      >
        {after}
      </text>

      <g transform="rotate(-5 130 440)">
        <g transform="translate(10 310)">
          <Shadow width={240} height={262} />
        </g>
        <rect x="10" y="310" width="240" height="262" rx="10" fill={shade.ink50} />
        <rect x="24" y="324" width="212" height="190" fill={shade.listing} />
        <use href={`#${art.unlit}`} x="70" y="336" width="120" height="156" />
        <text x="24" y="548" fill={shade.ground800} fontSize="20" fontWeight="500">
          {before}
        </text>
      </g>
      <Arrow d="M132 292c4-66 24-104 74-132m-26-6 27 5-8 27" />
    </Scene>
  )
}

const Headline = styled(Display)`
  letter-spacing: -0.03em;
`

const Arrow = styled.path`
  fill: none;
  stroke: ${shade.accent400};
  stroke-width: 4;
  stroke-linecap: round;
  stroke-linejoin: round;
`
