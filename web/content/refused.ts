import { WORDS } from '@ad-kit/contract'

/**
 * The page with which nginx rejects a form sent without JavaScript. nginx/errors.map.conf has the
 * reasons. After a timeout the signup may be saved nevertheless; sending it again is safe.
 */
export const refused = {
  title: WORDS.failed,
  advice: 'Go back in your browser to send it again. Sending it twice does no harm.',
  back: 'Back to the waitlist page',
} as const
