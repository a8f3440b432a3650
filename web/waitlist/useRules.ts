import { FIELDS, messagesOf, QUESTION_NAMES, type WaitlistForm } from '@ad-kit/api/contract'
import { useState } from 'react'
import type { FieldErrors } from './submit.ts'

type Touched = typeof import('./touched.ts')
type Rules = Pick<Touched, 'findErrors'> & Partial<Touched>

/** Required fields that are empty: the errors that are known without yup. */
const findMissing = (values: WaitlistForm): FieldErrors =>
  Object.fromEntries(
    QUESTION_NAMES.filter((name) => FIELDS[name].required && values[name] === '').map((name) => [
      name,
      messagesOf(FIELDS[name]).tooShort,
    ]),
  )

/** Used when the chunk cannot be fetched. The API's response tells what else is wrong. */
const fallback: Rules = { findErrors: findMissing }

/** The validation rules, which are fetched when the visitor first touches the form. */
export function useRules() {
  const [rules, setRules] = useState<Rules | null>(null)
  return {
    ...(rules ?? fallback),
    rulesLoaded: rules !== null,
    /** Called on each focus, because an earlier fetch may have failed. */
    loadRules: () =>
      import('./touched.ts').then(setRules, () => setRules((loaded) => loaded ?? fallback)),
  }
}
