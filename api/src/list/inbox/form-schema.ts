import type { FastifySchemaValidationError as SchemaError } from 'fastify'
import Type from 'typebox'
import { Settings } from 'typebox/system'
import {
  FIELD_NAMES,
  FIELDS,
  type Field,
  type FieldName,
  messagesOf,
  tidy,
} from '../../../../contract/waitlist.ts'

// TypeBox reports at most eight errors by default, so a long form's last fields would have no message.
Settings.Set({ maxErrors: Number.MAX_SAFE_INTEGER })

/** A form's values by field, without empty ones. */
export type Values = Readonly<Partial<Record<FieldName, string>>>

/** The values of a form that the schema accepts. Every form contains an address. */
export type ValidForm = Values & { readonly email: string }

function valueSchema(field: Field) {
  if (field.type === 'choice') return Type.Enum(field.options.map(({ value }) => value))
  const { minLength, maxLength, pattern, rules } = field
  const patterns = rules && { allOf: rules.map(({ pattern }) => ({ pattern })) }
  return Type.String({ minLength, maxLength, pattern, ...patterns })
}

function propertySchema(field: Field) {
  const value = valueSchema(field)
  return field.required ? value : Type.Optional(value)
}

/** The rules of these fields as JSON Schema, which counts code points and compiles patterns with the `u` flag. */
export const formSchema = (names: readonly FieldName[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, propertySchema(FIELDS[name])])), {
    description:
      'Spaces around a value are removed. Null and an empty value count as missing. Other members are ignored.',
  })

/** Returns the tidy values of these fields, without empty ones. A body that is not an object is returned unchanged. */
export function tidyForm(body: unknown, names: readonly FieldName[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const sent = body as Readonly<Record<string, unknown>>
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const value = sent[name]
    const tidied = typeof value === 'string' ? tidy(name, value) : (value ?? '')
    if (tidied !== '') values[name] = tidied
  }
  return values
}

/** TypeBox reports all missing members in one error about the object. */
const isAbout = (name: FieldName, { instancePath, params }: SchemaError): boolean =>
  instancePath === `/${name}` || [params['requiredProperties']].flat().includes(name)

function messageOf(field: Field, { keyword, params }: SchemaError): string {
  const { tooShort, tooLong, malformed } = messagesOf(field)
  if (keyword === 'required' || keyword === 'minLength') return tooShort
  if (keyword === 'maxLength') return tooLong
  const { rules = [] } = 'rules' in field ? field : {}
  return rules.find(({ pattern }) => pattern === params['pattern'])?.message ?? malformed
}

/** Returns, for each invalid field, the message of the first rule that it breaks. */
export function messagesFor(errors: readonly SchemaError[]): Values {
  const messages: Partial<Record<FieldName, string>> = {}
  for (const name of FIELD_NAMES) {
    const error = errors.find((each) => isAbout(name, each))
    if (error) messages[name] = messageOf(FIELDS[name], error)
  }
  return messages
}
