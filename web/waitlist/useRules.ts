import { findFormProblem, QUESTION_NAMES, tidy, type WaitlistForm } from '@ad-kit/api/contract'
import { useState } from 'react'
import type { FieldErrors } from './submit.ts'

type Touched = typeof import('./touched.ts')
type Rules = Pick<Touched, 'findErrors'> & Partial<Touched>

/** The same rules without yup, for when its chunk cannot be fetched. */
const fallback: Rules = {
  findErrors: (values: WaitlistForm): FieldErrors =>
    Object.fromEntries(
      QUESTION_NAMES.flatMap((name) => {
        const message = findFormProblem(name, tidy(name, values[name]))
        return message === undefined ? [] : [[name, message]]
      }),
    ),
}

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
