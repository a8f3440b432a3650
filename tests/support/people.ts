import {
  FIELD_NAMES,
  FIELDS,
  type Field,
  type FieldName,
  QUESTION_NAMES,
  type QuestionName,
  type WaitlistForm,
} from '@ad-kit/contract'

const TEXT_NAMES = FIELD_NAMES.filter((name) => FIELDS[name].type === 'text')

/** Gives adjacent text fields different words, so that a test notices swapped columns. */
const textOf = (name: FieldName, words: readonly string[]): string =>
  words[TEXT_NAMES.indexOf(name) % words.length] ?? ''

const WORDS = ['Ada', 'Lovelace', 'Analytical Engines', 'Grace', 'Hopper', 'Compilers']

let count = 0

function plausibleValue(name: FieldName): string {
  const field: Field = FIELDS[name]
  switch (field.type) {
    case 'honeypot':
      return ''
    case 'choice':
      return field.options[0]?.value ?? ''
    case 'email':
      return `ada.${count}.${process.pid}@example.com`
    case 'tel':
      return '+44 20 7946 0000'
    case 'url':
      return 'https://shop.example'
    case 'text':
      return textOf(name, WORDS)
  }
}

/** Returns a person who fills in the form correctly, with a new email address. */
export function newPerson(changes: Partial<WaitlistForm> = {}): WaitlistForm {
  count += 1
  const values = Object.fromEntries(FIELD_NAMES.map((name) => [name, plausibleValue(name)]))
  return { ...(values as WaitlistForm), ...changes }
}

const isOptional = (name: QuestionName) => !FIELDS[name].required

const FREE = QUESTION_NAMES.filter((name) => FIELDS[name].type === 'text')

/** A question that accepts any text, preferably an optional one. */
export const FREE_TEXT: QuestionName = FREE.find(isOptional) ?? FREE.at(-1) ?? 'first_name'

/** Shortens a string to what that question accepts. */
export function freeText(text: string): string {
  const field: Field = FIELDS[FREE_TEXT]
  return 'maxLength' in field ? text.slice(0, field.maxLength) : text
}

/** Empty answers to all optional questions. */
export const UNANSWERED: Partial<WaitlistForm> = Object.fromEntries(
  QUESTION_NAMES.filter(isOptional).map((name) => [name, '']),
)

/** Three answers to the question `role`. */
export const ROLES = [
  FIELDS.role.options[0].value,
  FIELDS.role.options[1].value,
  FIELDS.role.options[2].value,
] as const

/** The questions that a test's import file answers itself. */
const IN_FILES: readonly FieldName[] = ['first_name', 'last_name', 'email', 'role']

/** Answers to all other required questions, for people who are imported. */
export const DEFAULTS = Object.fromEntries(
  FIELD_NAMES.filter((name) => FIELDS[name].required && !IN_FILES.includes(name)).map((name) => [
    name,
    plausibleValue(name),
  ]),
)

/** `DEFAULTS` as options of `waitlist import`. */
export const SET_DEFAULTS = Object.entries(DEFAULTS).flatMap(([name, value]) => [
  '--set',
  `${name}=${value}`,
])

/** Words that occur nowhere else, so one in a log means a leak. */
const SECRET_WORDS = ['Xanthippe', 'Quenneville', 'Kumquat']
export const SECRETS = /xanthippe|quenneville|zwetschge|mirabelle|kumquat/i

/** A person whose answers and address match `SECRETS`. */
export const secretive = (): WaitlistForm =>
  newPerson({
    ...Object.fromEntries(TEXT_NAMES.map((name) => [name, textOf(name, SECRET_WORDS)])),
    email: 'zwetschge@mirabelle.example',
  })

/** The JSON body that the form sends. */
export const bodyOf = (form: Partial<Record<FieldName, unknown>>): Record<string, unknown> => ({
  ...form,
})

/** The body that a browser without JavaScript sends. */
export const formOf = (form: WaitlistForm): string => new URLSearchParams(form).toString()
