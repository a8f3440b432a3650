import {
  FIELDS,
  type FieldKey,
  type FieldName,
  type FieldRule,
  ROLES,
  SEEN_NAMES,
  UNFILLED,
  WAITLIST_PATH,
} from '../../contract/waitlist.ts'
import type { FieldMessages } from '../errors/fields.ts'
import { flag, html, type Markup } from '../html.ts'
import { PAGE_TEXT } from './page-text.ts'

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

function visibleField(name: FieldName, values: TypedValues, messages: FieldMessages): Markup {
  const { key, label, autocomplete, required }: FieldRule & { key: FieldKey } = FIELDS[name]
  const attributes = html`id="${key}" name="${key}" autocomplete="${autocomplete}"${flag('required', required)}${describedBy(key, messages[key])}`
  const type = name === 'email' ? 'email' : 'text'
  return html`<label for="${key}">${label}${!required && ` (${TEXT.optional})`}</label>
${name === 'role' ? roleSelect(attributes, values[key]) : html`<input type="${type}" value="${values[key] ?? ''}" ${attributes}>`}
${errorOf(key, messages[key])}`
}

const unfilled = Object.entries(UNFILLED).map(([name, value]) => html` ${name}="${value}"`)

/** Starts empty again: if a browser filled the trap, it is not held against its person. */
const trap = html`<div class="trap" aria-hidden="true">
<label for="${FIELDS.website.key}">${FIELDS.website.label}</label>
<input type="text" id="${FIELDS.website.key}" name="${FIELDS.website.key}" tabindex="-1" autocomplete="${FIELDS.website.autocomplete}"${unfilled}>
</div>`

/**
 * The form with what was typed and what is wrong with it. `novalidate`: the contract takes
 * addresses that browsers do not know.
 */
export const retryForm = (values: TypedValues, messages: FieldMessages): Markup =>
  html`<form method="post" action="${WAITLIST_PATH}" novalidate>
${SEEN_NAMES.map((name) => visibleField(name, values, messages))}
${trap}
<button type="submit">${TEXT.retry}</button>
</form>`
