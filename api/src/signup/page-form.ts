import {
  type ChoiceQuestion,
  FIELDS,
  type FieldName,
  HONEYPOT,
  QUESTION_NAMES,
  type QuestionName,
  type TextQuestion,
  UNFILLED,
  WAITLIST_PATH,
} from '../../contract/waitlist.ts'
import type { FieldMessages } from '../errors/fields.ts'
import { flag, html, type Markup } from '../html.ts'
import { PAGE_TEXT } from './page-text.ts'

/** What was typed, as far as it was text. */
export type TypedValues = Partial<Record<FieldName, string>>

const TEXT = PAGE_TEXT.failed

const errorOf = (name: FieldName, message: string | undefined): Markup =>
  message === undefined ? html`` : html`<p class="message" id="${name}-error">${message}</p>`

const describedBy = (name: FieldName, message: string | undefined): Markup =>
  message === undefined ? html`` : html` aria-invalid="true" aria-describedby="${name}-error"`

const select = (
  { placeholder, options }: ChoiceQuestion,
  attributes: Markup,
  chosen: string | undefined,
): Markup =>
  html`<select ${attributes}>
<option value="">${placeholder}</option>
${options.map(
  ({ value, label }) =>
    html`<option value="${value}"${flag('selected', value === chosen)}>${label}</option>`,
)}
</select>`

function control(
  question: TextQuestion | ChoiceQuestion,
  attributes: Markup,
  value: string | undefined,
): Markup {
  if (question.type === 'choice') return select(question, attributes, value)
  return html`<input type="${question.type}" value="${value ?? ''}" ${attributes}>`
}

function visibleField(name: QuestionName, values: TypedValues, messages: FieldMessages): Markup {
  const question: TextQuestion | ChoiceQuestion = FIELDS[name]
  const { label, autocomplete, required } = question
  const attributes = html`id="${name}" name="${name}" autocomplete="${autocomplete}"${flag('required', required)}${describedBy(name, messages[name])}`
  return html`<label for="${name}">${label}${!required && ` (${TEXT.optional})`}</label>
${control(question, attributes, values[name])}
${errorOf(name, messages[name])}`
}

const unfilled = Object.entries(UNFILLED).map(([name, value]) => html` ${name}="${value}"`)

/** Starts empty again: what a browser filled into the honeypot is not held against its person. */
const trap = html`<div class="trap" aria-hidden="true">
<label for="${HONEYPOT}">${FIELDS[HONEYPOT].label}</label>
<input type="text" id="${HONEYPOT}" name="${HONEYPOT}" tabindex="-1" autocomplete="${FIELDS[HONEYPOT].autocomplete}"${unfilled}>
</div>`

/**
 * The form with what was typed and what is wrong with it. `novalidate`: the contract takes
 * addresses that browsers do not know.
 */
export const retryForm = (values: TypedValues, messages: FieldMessages): Markup =>
  html`<form method="post" action="${WAITLIST_PATH}" novalidate>
${QUESTION_NAMES.map((name) => visibleField(name, values, messages))}
${trap}
<button type="submit">${TEXT.retry}</button>
</form>`
