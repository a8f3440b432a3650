import { PricedPhoto, SquareStatic, VerticalVideo } from './kit/ads.tsx'
import { paint } from './names.ts'
import { Scene } from './Scene.tsx'

interface ExampleAdsProps {
  /** Describes the picture to those who do not see it. */
  label: string
  words: {
    caption: readonly [string, string]
    headline: readonly [string, string]
    price: string
  }
}

/** Ads of one kit, as they stand beside each other on a table. */
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
