import type { FastifySchemaValidationError } from 'fastify'
import { FIELD_NAMES, FIELDS, type FieldName, messagesOf } from '../../contract/waitlist.ts'
import { ANSWERS, type Answer } from './answers.ts'

/** Message by field. */
export type FieldMessages = Partial<Record<FieldName, string>>

type Message = keyof ReturnType<typeof messagesOf>

/** Ajv's keywords, first the one whose message is shown when a field breaks several rules. */
const MESSAGE_OF: readonly (readonly [keyword: string, message: Message])[] = [
  ['required', 'tooShort'],
  ['type', 'malformed'],
  ['minLength', 'tooShort'],
  ['maxLength', 'tooLong'],
  ['pattern', 'malformed'],
  ['enum', 'malformed'],
]

const fieldOf = ({ instancePath, keyword, params }: FastifySchemaValidationError): unknown =>
  keyword === 'required' && instancePath === ''
    ? params['missingProperty']
    : instancePath.split('/')[1]

/** Translates Ajv's errors; empty when the body as a whole is not an object. */
export function fieldMessages(errors: readonly FastifySchemaValidationError[]): FieldMessages {
  const messages: FieldMessages = {}
  for (const name of FIELD_NAMES) {
    const broken = errors.filter((error) => fieldOf(error) === name)
    const [, message] =
      MESSAGE_OF.find(([keyword]) => broken.some((error) => error.keyword === keyword)) ?? []
    if (message !== undefined) messages[name] = messagesOf(FIELDS[name])[message]
  }
  return messages
}

/** The stable word for an invalid field. */
export const codeOfField = (name: FieldName): string => `${name.toUpperCase()}_INVALID`

/** The answer to invalid fields: the sentence and the code are those of the first one. */
export function invalidFields(fields: FieldMessages): Answer {
  const first = FIELD_NAMES.find((name) => fields[name] !== undefined)
  if (first === undefined) return ANSWERS.malformedBody
  return {
    status: 400,
    body: { error: FIELDS[first].sentence, code: codeOfField(first), fields },
  }
}

/** The answer when a single field turns out to be malformed beyond its pattern. */
export const malformedField = (name: FieldName): Answer =>
  invalidFields({ [name]: messagesOf(FIELDS[name]).malformed })
