import { WORDS } from '@ad-kit/contract'

export const notFound = {
  title: 'Oops! Page not found',
  text: 'Nothing shines at this address. The link may be old or mistyped.',
  back: 'Return to home',
  picture: 'candle-unlit.svg',
} as const

export const errorScreen = {
  title: 'Unexpected Application Error!',
  back: 'Back to the home page',
} as const

/**
 * The page with which nginx refuses a request. The reasons are in contract/error-sentences.ts. After a timeout, a
 * signup may still have been saved, but sending it again is safe.
 */
export const refused = {
  title: WORDS.failed,
  back: WORDS.openWaitlist,
} as const
