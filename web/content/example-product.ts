import { accentName } from './brand.ts'

const name = `${accentName} glass candle`

/** The product of the example ads and pictures. */
export const exampleProduct = {
  name,
  withArticle: `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`,
  link: `northlight.example/${accentName}-candle`,
} as const

/** Words in its ads. */
export const exampleAds = {
  caption: ['POV: lights', 'out at eight'],
  headline: ['Slow', 'evenings.'],
  price: '$28',
} as const
