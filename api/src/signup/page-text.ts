import { WORDS } from '../../contract/waitlist.ts'

/** The sentences of the pages that answer a form sent without JavaScript. */
export const PAGE_TEXT = {
  joined: {
    title: WORDS.joined,
    sentence: 'You are on the waitlist.',
    home: 'Back to the home page',
    waitlist: 'Back to the waitlist page',
  },
  failed: {
    title: WORDS.failed,
    retry: 'Try again',
    optional: WORDS.optional,
  },
} as const
