import { FIELDS, type Field } from './fields.ts'

export type FieldName = keyof typeof FIELDS

type NamesOf<Type> = {
  [Name in FieldName]: (typeof FIELDS)[Name] extends { type: Type } ? Name : never
}[FieldName]

export type HoneypotName = NamesOf<'honeypot'>
export type QuestionName = Exclude<FieldName, HoneypotName>

type ValueOf<Name extends FieldName> = (typeof FIELDS)[Name] extends {
  options: readonly { value: infer Value }[]
}
  ? Value
  : string

type RequiredName = {
  [Name in FieldName]: (typeof FIELDS)[Name] extends { required: true } ? Name : never
}[FieldName]

/** The JSON body of `POST /api/waitlist`. Optional questions and the honeypot may be omitted. */
export type WaitlistRequest = { [Name in RequiredName]: ValueOf<Name> } & {
  [Name in Exclude<FieldName, RequiredName>]?: ValueOf<Name>
}

export type WaitlistForm = Record<FieldName, string>

/** The names of all fields, in the form's order. */
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[]

const isQuestion = (name: FieldName): name is QuestionName => FIELDS[name].type !== 'honeypot'

/** The names of all fields except the honeypot, in the form's order. */
export const QUESTION_NAMES = FIELD_NAMES.filter(isQuestion)

/** Returns the label of a choice, and any other answer unchanged. */
export function answerText(name: string, value: string): string {
  const field: Field | undefined = Object.hasOwn(FIELDS, name)
    ? FIELDS[name as FieldName]
    : undefined
  if (field?.type !== 'choice') return value
  return field.options.find((option) => option.value === value)?.label ?? value
}

export const HONEYPOT = FIELD_NAMES.find((name) => !isQuestion(name)) as HoneypotName
