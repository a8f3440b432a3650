import { PricedPhoto, SquareStatic, VerticalVideo } from './kit/ads.tsx'
import { paint } from './names.ts'
import { Scene } from './Scene.tsx'

interface ExampleAdsProps {
  /** The alternative text. */
  label: string
  words: {
    caption: readonly [string, string]
    headline: readonly [string, string]
    price: string
  }
}

/** Three ads of one kit side by side. */
export function ExampleAds({ label, words }: ExampleAdsProps) {
  return (
    <Scene viewBox="0 0 714 398" role="img" aria-label={label}>
      <ellipse cx="357" cy="230" rx="400" ry="240" fill={paint('pool')} />
      <g transform="translate(0 128)">
        <PricedPhoto price={words.price} />
      </g>
      <g transform="translate(240)">
        <VerticalVideo caption={words.caption} />
      </g>
      <g transform="translate(488 172)">
        <SquareStatic headline={words.headline} />
      </g>
    </Scene>
  )
}
