import { WORDS } from '@ad-kit/api/contract'

/**
 * The page on which nginx refuses a form sent without JavaScript, beneath the sentence that says
 * why (nginx/errors.map.conf). Its response may have come too late, so the signup may be saved.
 */
export const refused = {
  title: WORDS.failed,
  advice: 'Go back in your browser to send it again. Sending it twice does no harm.',
  back: 'Back to the waitlist page',
} as const
