/** The ids of the gradients and of the candle in `ArtDefs`. */
export const art = {
  candle: 'art-candle',
  unlit: 'art-unlit',
  pool: 'art-pool',
  night: 'art-night',
  dusk: 'art-dusk',
  made: 'art-made',
  shade: 'art-shade',
} as const

/** The reference to a gradient, for `fill` and `stroke`. */
export const paint = (name: keyof typeof art) => `url(#${art[name]})`

/** A line with round ends and corners. */
export const outline = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
