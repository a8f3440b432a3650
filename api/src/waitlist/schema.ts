import Type, { type TSchema } from 'typebox'
import { FIELDS, type FieldRule, JOINED, type WaitlistRequest } from '../../contract/waitlist.ts'

const textOf = ({ minLength, maxLength, pattern }: FieldRule): TSchema =>
  Type.String({ minLength, maxLength, pattern })

const toProperty = (rule: FieldRule): [string, TSchema] => [
  rule.key,
  rule.required ? textOf(rule) : Type.Optional(textOf(rule)),
]

/** Keys that the contract does not know are ignored. */
export const waitlistBody = Type.Unsafe<WaitlistRequest>(
  Type.Object(Object.fromEntries(Object.values(FIELDS).map(toProperty))),
)

export const waitlistAnswer = Type.Object({ status: Type.Literal(JOINED.status) })
