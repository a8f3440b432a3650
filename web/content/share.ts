import { aboutHead } from './about.ts'
import { blogHead } from './blog.ts'
import { brand } from './brand.ts'
import { featuresHead } from './features.ts'
import { hero } from './home.ts'
import { privacy, terms } from './legal/legal.ts'
import { type Path, paths } from './navigation.ts'
import { plans, pricing } from './plans.ts'
import { waitlistHead } from './waitlist.ts'

/** What stands beside the headline. */
type ShareScene = 'kit' | 'candle' | 'link' | 'prices' | 'sheet'

/** The picture of a page, where its link is shared: the page's own headline, and a scene. */
export interface SharePicture {
  readonly headline: string
  readonly scene: ShareScene
}

export const share: Record<Path, SharePicture> = {
  [paths.home]: { headline: hero.title, scene: 'kit' },
  [paths.features]: { headline: featuresHead.title, scene: 'kit' },
  [paths.pricing]: { headline: pricing.title, scene: 'prices' },
  [paths.about]: { headline: aboutHead.title, scene: 'candle' },
  [paths.blog]: { headline: blogHead.title, scene: 'sheet' },
  [paths.waitlist]: { headline: waitlistHead.title, scene: 'link' },
  [paths.terms]: { headline: terms.title, scene: 'sheet' },
  [paths.privacy]: { headline: privacy.title, scene: 'sheet' },
}

/** What the tags of the scene say: there is room for two. */
export const taggedPrices: readonly string[] = plans.slice(0, 2).map(({ price }) => price)

const sceneAlt: Record<ShareScene, string> = {
  kit: 'three ads fanned out, each with the same amber glass candle',
  candle: 'an amber glass candle, lit, under a night sky',
  link: 'a pasted shop link, and below it an amber glass candle, lit',
  sheet: 'a sheet of paper in the light of an amber glass candle',
  prices: `an amber glass candle, lit, with price tags that say ${taggedPrices.join(' and ')}`,
}

/** The picture in words. */
export const shareAlt = ({ headline, scene }: SharePicture): string =>
  `${brand.name}: “${headline}”, and beside it ${sceneAlt[scene]}.`
