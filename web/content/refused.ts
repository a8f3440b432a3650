import { WORDS } from '@ad-kit/contract'

/**
 * The page with which nginx refuses a request. nginx/errors.map.conf has the reasons. After a timeout a signup
 * may be saved nevertheless; sending it again is safe.
 */
export const refused = {
  title: WORDS.failed,
  back: 'Open the waitlist page',
} as const
