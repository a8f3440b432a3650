/** Words in the ads of a candle, which are the examples of this site. */
export const candleAds = {
  caption: ['POV: lights', 'out at eight'],
  headline: ['Slow', 'evenings.'],
  price: '$28',
} as const
