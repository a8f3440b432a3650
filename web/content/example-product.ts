import { brand } from './brand.ts'
import { accentName } from './palette.ts'

const name = `${accentName} glass candle`

/** The pictures show this product, and their descriptions use these words. */
export const exampleProduct = {
  sample: true,
  name,
} as const

/** The preview of a shared link shows this file of `web/pictures`. */
export const sharePicture = {
  file: 'share.svg',
  alt: `${brand.name}: three ads fanned out, each with the same ${name}.`,
} as const
