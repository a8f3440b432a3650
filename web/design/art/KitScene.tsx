import { styled } from 'styled-components'
import { shade } from '../shades.ts'
import { duration, ease, motionAllowed, wide } from '../tokens.ts'
import { stops } from './ArtDefs.tsx'
import { LinkField, PricedPhoto, SquareStatic, TextCard, VerticalVideo } from './kit/ads.tsx'
import { paint } from './names.ts'
import { Scene } from './Scene.tsx'

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
      <LinkField link={words.link} />
      <g transform="translate(30 262) rotate(-10 108 270)">
        <Card data-from="left">
          <PricedPhoto price={words.price} />
        </Card>
      </g>
      <g transform="translate(392 206) rotate(9 112 224)">
        <Card data-from="right">
          <SquareStatic headline={words.headline} />
        </Card>
      </g>
      <g transform="translate(204 196) rotate(-2 108 384)">
        <Card data-from="below">
          <VerticalVideo caption={words.caption} />
        </Card>
      </g>
      <g transform="translate(368 478) rotate(4 120 80)">
        <Card data-from="right">
          <TextCard {...words} />
        </Card>
      </g>
    </Scene>
  )
}

/** On wide screens a card moves to its place once. */
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
