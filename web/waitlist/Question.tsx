import { type ChoiceQuestion, messagesOf, type TextQuestion, WORDS } from '@ad-kit/contract'
import type { ReactNode } from 'react'
import { Field } from '../ui/Field.tsx'
import type { useWaitlistForm } from './useWaitlistForm.ts'

type Control = ReturnType<ReturnType<typeof useWaitlistForm>['field']>

interface QuestionProps extends Control {
  question: TextQuestion | ChoiceQuestion
  note: ReactNode
  /** True if scripts validate the field, so that the browser need not show the rule. */
  validated: boolean
  /** True while the form is being sent. Disabling the field instead would take away its focus. */
  readOnly: boolean
}

/** Shows a text question as an input and a choice as a select. */
export function Question({ question, validated, readOnly, ...control }: QuestionProps) {
  const { label, required, placeholder, autocomplete } = question
  const shared = {
    ...control,
    label,
    optional: required ? '' : WORDS.optional,
    rule: required && !validated ? messagesOf(question).tooShort : undefined,
    // With `autocomplete="off"`, browsers empty the field when a visitor comes back to the page.
    autoComplete: autocomplete === 'off' ? undefined : autocomplete,
  }
  if (question.type === 'choice') {
    return (
      <Field {...shared}>
        <option value="">{placeholder}</option>
        {question.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Field>
    )
  }
  return (
    <Field
      {...shared}
      type={question.type}
      placeholder={placeholder}
      // `required` already implies a minimum of 1.
      minLength={question.minLength > 1 ? question.minLength : undefined}
      readOnly={readOnly}
    />
  )
}
