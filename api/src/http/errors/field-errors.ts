import type { FastifySchemaValidationError } from 'fastify'
import {
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  findProblem,
  messagesOf,
  sentenceOf,
} from '../../../../contract/waitlist.ts'
import { ERRORS, type ErrorReply } from '../../system/error-responses.ts'

type FieldMessages = Partial<Record<FieldName, string>>

/** An error of the body itself names the property that is missing, if one is. */
const fieldOf = ({ instancePath, params }: FastifySchemaValidationError): unknown =>
  instancePath === '' ? params['missingProperty'] : instancePath.split('/')[1]

/** The messages of the fields that Ajv has refused; none when the body is not an object. */
export function fieldMessages(
  errors: readonly FastifySchemaValidationError[],
  body: unknown,
): FieldMessages {
  const values = Object(body) as Readonly<Record<string, unknown>>
  const messages: FieldMessages = {}
  for (const name of FIELD_NAMES) {
    if (!errors.some((error) => fieldOf(error) === name)) continue
    messages[name] = findProblem(name, values[name]) ?? messagesOf(FIELDS[name]).malformed
  }
  return messages
}

const codeOfField = (name: FieldName): string => `${name.toUpperCase()}_INVALID`

/** The sentence and the code are those of the first invalid field. */
export function invalidFields(fields: FieldMessages): ErrorReply {
  for (const name of FIELD_NAMES) {
    const message = fields[name]
    if (message === undefined) continue
    const body = { error: sentenceOf(name, message), code: codeOfField(name), fields }
    return { status: 400, body }
  }
  return ERRORS.malformedBody
}

/** For a value that matches its pattern but turns out to be malformed. */
export const malformedField = (name: FieldName): ErrorReply =>
  invalidFields({ [name]: messagesOf(FIELDS[name]).malformed })
