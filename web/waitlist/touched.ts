/** What the form needs from its first focus on, in one chunk: most visitors only read the page. */
export { NextStep } from './NextStep.tsx'
export { Suggestion } from './Suggestion.tsx'
export { waitlistSchema } from './schema.ts'
