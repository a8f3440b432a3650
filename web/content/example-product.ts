import { accentName, brand } from './brand.ts'

const name = `${accentName} glass candle`

/** The product of the pictures, in the words of their descriptions. */
export const exampleProduct = {
  sample: true,
  name,
} as const

/** The picture of shared links: a file of `web/pictures`, and its alternative text. */
export const sharePicture = {
  file: 'share.svg',
  alt: `${brand.name}: three ads fanned out, each with the same ${name}.`,
} as const
