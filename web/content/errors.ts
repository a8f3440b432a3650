export const notFound = {
  title: 'Oops! Page not found',
  text: 'Nothing shines at this address. The link may be old, or a letter may be missing.',
  back: 'Return to home',
  picture: 'candle-unlit.svg',
} as const

export const errorScreen = {
  title: 'Unexpected Application Error!',
  back: 'Reload from the home page',
} as const
