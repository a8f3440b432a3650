import { brand } from './brand.ts'
import { accentName } from './palette.ts'

/** The pictures show these products, from three shops, and their descriptions use these words. */
export const exampleProducts = {
  sample: true,
  candle: `${accentName} glass candle`,
  cup: 'stoneware cup',
  shoe: 'running shoe',
} as const

/** The preview of a shared link shows this file from `web/pictures`. */
export const sharePicture = {
  file: 'share.svg',
  alt: `${brand.name}: ads for an ${exampleProducts.candle}, a ${exampleProducts.shoe} and a ${exampleProducts.cup}.`,
} as const
