import type { SharePicture, ShareScene } from '../routes/page.ts'
import { pages } from '../routes/page-table.ts'
import { brand } from './brand.ts'
import { exampleProduct } from './example-product.ts'
import { plans } from './plans.ts'

/** The share pictures by the paths of their pages. */
export const share: Readonly<Record<string, SharePicture>> = Object.fromEntries(
  pages.flatMap((page) => (page.share ? [[page.path, page.share]] : [])),
)

/** The prices on the tags of the scene `prices`, which has room for two. */
export const taggedPrices: readonly string[] = plans.slice(0, 2).map(({ price }) => price)

/** What stands beside a headline: a file of `web/pictures`, and its alternative text. */
export const shareScenes: Readonly<Record<ShareScene, { file: string; alt: string }>> = {
  kit: {
    file: 'share/kit.svg',
    alt: `three ads fanned out, each with the same ${exampleProduct.name}`,
  },
  candle: {
    file: 'share/candle.svg',
    alt: `${exampleProduct.withArticle}, lit, under a night sky`,
  },
  link: {
    file: 'share/link.svg',
    alt: `a pasted shop link, and below it ${exampleProduct.withArticle}, lit`,
  },
  sheet: {
    file: 'share/sheet.svg',
    alt: `a sheet of paper in the light of ${exampleProduct.withArticle}`,
  },
  prices: {
    file: 'share/prices.svg',
    alt: `${exampleProduct.withArticle}, lit, with price tags that say ${taggedPrices.join(' and ')}`,
  },
}

/** The alternative text of a share picture. */
export const shareAlt = ({ headline, scene }: SharePicture): string =>
  `${brand.name}: “${headline}”, and beside it ${shareScenes[scene].alt}.`
