/** The form loads this chunk at its first focus, because most visitors only read the page. */
export { NextStep } from './NextStep.tsx'
export { Suggestion } from './Suggestion.tsx'
export { waitlistSchema } from './schema.ts'
export { showMistakes } from './showMistakes.ts'
