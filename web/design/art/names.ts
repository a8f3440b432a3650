/** The names under which the pictures share their light and their one product. */
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
