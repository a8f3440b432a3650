import type { FastifySchemaValidationError } from 'fastify'
import { FIELD_NAMES, FIELDS, type FieldName, messagesOf } from '../../../../contract/waitlist.ts'
import { ERRORS, type ErrorReply } from './responses.ts'

type FieldMessages = Partial<Record<FieldName, string>>

type Message = keyof ReturnType<typeof messagesOf>

/** Ajv's keywords. A field that breaks several rules gets the message of the first one here. */
const MESSAGE_OF: readonly (readonly [keyword: string, message: Message])[] = [
  ['required', 'tooShort'],
  ['type', 'malformed'],
  ['minLength', 'tooShort'],
  ['maxLength', 'tooLong'],
  ['pattern', 'malformed'],
  ['enum', 'malformed'],
  ['not', 'unusable'],
]

/** An error of the body itself names the property that is missing, if one is. */
const fieldOf = ({ instancePath, params }: FastifySchemaValidationError): unknown =>
  instancePath === '' ? params['missingProperty'] : instancePath.split('/')[1]

/** Translates Ajv's errors; returns no message when the body is not an object. */
export function fieldMessages(errors: readonly FastifySchemaValidationError[]): FieldMessages {
  const messages: FieldMessages = {}
  for (const name of FIELD_NAMES) {
    const broken = errors.filter((error) => fieldOf(error) === name)
    const rule = MESSAGE_OF.find(([keyword]) => broken.some((error) => error.keyword === keyword))
    if (rule !== undefined) messages[name] = messagesOf(FIELDS[name])[rule[1]]
  }
  return messages
}

const codeOfField = (name: FieldName): string => `${name.toUpperCase()}_INVALID`

/** The sentence and the code are those of the first invalid field. */
export function invalidFields(fields: FieldMessages): ErrorReply {
  const first = FIELD_NAMES.find((name) => fields[name] !== undefined)
  if (first === undefined) return ERRORS.malformedBody
  return {
    status: 400,
    body: { error: FIELDS[first].sentence, code: codeOfField(first), fields },
  }
}

/** For a value that matches its pattern but turns out to be unusable. */
export const malformedField = (name: FieldName): ErrorReply =>
  invalidFields({ [name]: messagesOf(FIELDS[name]).malformed })
