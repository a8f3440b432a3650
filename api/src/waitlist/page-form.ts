import {
  FIELDS,
  type FieldKey,
  type FieldName,
  type FieldRule,
  ROLES,
  WAITLIST_PATH,
} from '../../contract/waitlist.ts'
import type { FieldMessages } from '../errors/fields.ts'
import { flag, html, type Markup } from '../html.ts'
import { FIELD_TEXT, PAGE_TEXT, type VisibleField } from './page-text.ts'

/** What was typed, as far as it was text. */
export type TypedValues = Partial<Record<FieldKey, string>>

const TEXT = PAGE_TEXT.failed

const errorOf = (key: FieldKey, message: string | undefined): Markup =>
  message === undefined ? html`` : html`<p class="message" id="${key}-error">${message}</p>`

const describedBy = (key: FieldKey, message: string | undefined): Markup =>
  message === undefined ? html`` : html` aria-invalid="true" aria-describedby="${key}-error"`

const roleSelect = (attributes: Markup, chosen: string | undefined): Markup =>
  html`<select ${attributes}>
<option value="">${TEXT.choose}</option>
${ROLES.map(
  ({ value, label }) =>
    html`<option value="${value}"${flag('selected', value === chosen)}>${label}</option>`,
)}
</select>`

function visibleField(name: VisibleField, values: TypedValues, messages: FieldMessages): Markup {
  const { key, required }: FieldRule & { key: FieldKey } = FIELDS[name]
  const { label, autocomplete } = FIELD_TEXT[name]
  const attributes = html`id="${key}" name="${key}" autocomplete="${autocomplete}"${flag('required', required)}${describedBy(key, messages[key])}`
  const type = name === 'email' ? 'email' : 'text'
  return html`<label for="${key}">${label}${!required && ` (${TEXT.optional})`}</label>
${name === 'role' ? roleSelect(attributes, values[key]) : html`<input type="${type}" value="${values[key] ?? ''}" ${attributes}>`}
${errorOf(key, messages[key])}`
}

const isVisible = (name: FieldName): name is VisibleField => name in FIELD_TEXT

const fieldNames = Object.keys(FIELDS) as FieldName[]

/** Starts empty again: if a browser filled the trap, it is not held against its person. */
const trap = html`<div class="trap" aria-hidden="true">
<label for="${FIELDS.website.key}">${TEXT.trap}</label>
<input type="text" id="${FIELDS.website.key}" name="${FIELDS.website.key}" tabindex="-1" autocomplete="off">
</div>`

/**
 * The form with what was typed and what is wrong with it. `novalidate`: the contract takes
 * addresses that browsers do not know.
 */
export const retryForm = (values: TypedValues, messages: FieldMessages): Markup =>
  html`<form method="post" action="${WAITLIST_PATH}" novalidate>
${fieldNames.filter(isVisible).map((name) => visibleField(name, values, messages))}
${trap}
<button type="submit">${TEXT.retry}</button>
</form>`
