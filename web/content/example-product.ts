/** The colour in words of the product that the site's pictures show. Change it with the palette. */
const COLOUR = 'amber'

const name = `${COLOUR} glass candle`

/** The product of the example ads and pictures. */
export const exampleProduct = {
  name,
  withArticle: `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`,
  link: `northlight.example/${COLOUR}-candle`,
} as const

/** Words in its ads. */
export const exampleAds = {
  caption: ['POV: lights', 'out at eight'],
  headline: ['Slow', 'evenings.'],
  price: '$28',
} as const
