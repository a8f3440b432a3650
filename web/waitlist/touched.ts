/** The form loads this chunk when it is first focused, because most visitors only read the page. */

import { FIELDS, LANGUAGE, QUESTION_NAMES } from '@ad-kit/contract'
import type { FormikErrors, FormikHelpers } from 'formik'
import { form } from '../content/waitlist.ts'
import { keyOf, type Values } from './values.ts'

export { NextStep } from './NextStep.tsx'
export { Suggestion } from './Suggestion.tsx'
export { waitlistSchema } from './schema.ts'

/**
 * Shows the error of each invalid field.
 * @returns a sentence with the labels of these fields
 */
export async function showMistakes(formik: Pick<FormikHelpers<Values>, 'setTouched'>) {
  const all = QUESTION_NAMES.map((name) => [keyOf(name), true])
  const errors: FormikErrors<Values> = (await formik.setTouched(Object.fromEntries(all))) ?? {}
  const wrong = QUESTION_NAMES.filter((name) => errors[keyOf(name)])
  const labels = wrong.map((name) => FIELDS[name].label)
  return labels.length > 0
    ? `${form.incomplete} ${new Intl.ListFormat(LANGUAGE).format(labels)}.`
    : ''
}
