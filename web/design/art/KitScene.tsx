import { css, styled } from 'styled-components'
import { shade } from '../shades.ts'
import { color } from '../theme.ts'
import { duration, ease, motionAllowed } from '../tokens.ts'
import { stops } from './ArtDefs.tsx'
import { LinkField, PricedPhoto, SquareStatic, TextCard, VerticalVideo } from './kit/ads.tsx'
import { paint } from './names.ts'
import { Scene } from './Scene.tsx'
import { Shadow } from './Shadow.tsx'

interface KitSceneProps {
  /** The alternative text. */
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

/** The hero's picture: a link turns into a lit kit of four ads. */
export function KitScene({ label, words }: KitSceneProps) {
  return (
    <Scene viewBox="0 0 640 676" role="img" aria-label={label}>
      <defs>
        <linearGradient id="art-beam" x1="0" y1="0" x2="0" y2="1">
          {stops([[shade.accent200], [shade.accent400, 1]])}
        </linearGradient>
        <linearGradient id="art-beam-glow">
          {stops([
            [shade.accent400, 0, 0],
            [shade.accent400, 0.5, 0.45],
            [shade.accent400, 1, 0],
          ])}
        </linearGradient>
      </defs>
      <ellipse cx="320" cy="390" rx="360" ry="330" fill={paint('pool')} />
      <Beam x="308" y="88" width="24" height="130" fill="url(#art-beam-glow)" />
      <Beam x="318.5" y="88" width="3" height="130" rx="1.5" fill="url(#art-beam)" />
      <LinkField />
      <Typed x="110" y="59" fill={color.text} fontSize="24">
        {words.link}
      </Typed>
      <g transform="translate(30 262) rotate(-10 108 270)">
        <Card data-from="left">
          <Shadow width={216} height={270} />
          <PricedPhoto price={words.price} />
        </Card>
      </g>
      <g transform="translate(392 206) rotate(9 112 224)">
        <Card data-from="right">
          <Shadow width={226} height={226} />
          <SquareStatic headline={words.headline} />
        </Card>
      </g>
      <g transform="translate(204 196) rotate(-2 108 384)">
        <Card data-from="below">
          <Shadow width={224} height={398} />
          <VerticalVideo caption={words.caption} />
        </Card>
      </g>
      <g transform="translate(368 478) rotate(4 120 80)">
        <Card data-from="right">
          <Shadow width={256} height={172} />
          <TextCard {...words} />
        </Card>
      </g>
    </Scene>
  )
}

/** The scene plays once, as the page loads. */
const played = (animation: string) => css`
  ${motionAllowed} {
    animation: ${animation};
  }
`

/** Comes out of the beam. The card below a pointer or a finger is lifted, and the others part. */
const Card = styled.g`
  transform-box: fill-box;
  transform-origin: center;
  transition: transform ${duration.normal} ${ease.out};
  ${played(`fan-out ${duration.reveal} ${ease.out} 300ms backwards`)}

  &[data-from='left'] {
    --from: translate(150px, 60px) rotate(10deg);
    --part: translateX(-18px);
  }
  &[data-from='right'] {
    --from: translate(-150px, 50px) rotate(-9deg);
    --part: translateX(18px);
  }
  &[data-from='below'] {
    --from: translate(0, 46px);
    --part: translateY(12px);
  }
  svg:has(> g > g:hover) & {
    transform: var(--part);
  }
  svg > g > &&:hover {
    transform: scale(1.06);
  }
  @keyframes fan-out {
    from {
      transform: var(--from);
    }
  }
`

const Beam = styled.rect`
  transform-box: fill-box;
  ${played(`beam ${duration.slow} ${ease.out} 200ms backwards`)}

  @keyframes beam {
    from {
      transform: scaleY(0);
    }
  }
`

/** The link is typed. */
const Typed = styled.text`
  ${played(`type 320ms steps(20) backwards`)}

  @keyframes type {
    from {
      clip-path: inset(0 100% 0 0);
    }
  }
`
