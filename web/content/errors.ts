import { WORDS } from '@ad-kit/api/contract'

export const notFound = {
  title: 'Oops! Page\u00a0not\u00a0found',
  text: 'Nothing shines at this address. The link may be old, or a letter may be missing.',
  back: 'Return to home',
} as const

export const errorScreen = {
  title: 'Unexpected Application Error!',
  back: 'Reload from the home page',
} as const

/**
 * Where nginx refuses a form sent without JavaScript: beneath the sentence that says why
 * (nginx/errors.map.conf). It may have come too late for the answer, and be saved.
 */
export const refused = {
  title: WORDS.failed,
  advice: 'Go back in your browser to send it again. Sending it twice does no harm.',
  back: 'Back to the waitlist page',
} as const
