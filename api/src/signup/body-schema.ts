import Type, { type TSchema } from 'typebox'
import {
  FIELDS,
  type Field,
  JOINED,
  SOURCE_PATTERN,
  type WaitlistRequest,
} from '../../contract/waitlist.ts'

/** The rules of `findProblem` (api/contract/rules.ts) as JSON Schema. */
function valueSchema(field: Field): TSchema {
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
      })
  }
}

const properties = Object.entries(FIELDS).map(([name, field]): [string, TSchema] => [
  name,
  field.required ? valueSchema(field) : Type.Optional(valueSchema(field)),
])

export const waitlistBody = Type.Unsafe<WaitlistRequest>(
  Type.Object({
    ...Object.fromEntries(properties),
    source: Type.Optional(Type.String({ pattern: SOURCE_PATTERN })),
  }),
)

/** The body of a request for another confirmation mail. */
export const resendBody = Type.Unsafe<{ email: string }>(
  Type.Object({ email: valueSchema(FIELDS.email) }),
)

export const joinedBody = Type.Object({ status: Type.Literal(JOINED.status) })
