import Type, { type TOptional, type TString } from 'typebox'
import { CONSENT, FIELDS, type Field, SOURCE_PATTERN } from '../../../contract/waitlist.ts'

/** The rules of `findProblem` (contract/rules.ts) as JSON Schema. */
function valueSchema(field: Field): TString {
  switch (field.type) {
    case 'choice':
      return Type.String({ enum: field.options.map(({ value }) => value) })
    case 'honeypot':
      return Type.String({ maxLength: field.maxLength, pattern: field.pattern })
    default:
      return Type.String({
        // a required answer cannot be empty
        minLength: Math.max(field.minLength, field.required ? 1 : 0),
        maxLength: field.maxLength,
        pattern: field.pattern,
        ...(field.rules && { allOf: field.rules.map(({ pattern }) => ({ pattern })) }),
      })
  }
}

type Fields = typeof FIELDS

type Properties = {
  [Name in keyof Fields]: Fields[Name]['required'] extends true ? TString : TOptional<TString>
}

const properties = Object.fromEntries(
  Object.entries(FIELDS).map(([name, field]) => [
    name,
    field.required ? valueSchema(field) : Type.Optional(valueSchema(field)),
  ]),
) as Properties

export const waitlistBody = Type.Object(properties)

/** Described only: a strange value must not refuse a signup (see `readAddress`). */
export const signupQuery = Type.Object({
  consent: Type.Optional(
    Type.Unknown({
      description: `The version of the text beside the button, such as ${CONSENT.version}. Any other is stored as unknown.`,
    }),
  ),
  source: Type.Optional(
    Type.Unknown({
      description: `Where the visitor comes from: a word that matches ${SOURCE_PATTERN}. Any other is not stored.`,
    }),
  ),
})

/** The body of a request for another confirmation mail. */
export const resendBody = Type.Object({ email: properties.email })
