import type { FastifySchemaValidationError } from 'fastify'
import {
  FIELD_NAMES,
  FIELDS,
  type FieldKey,
  type FieldName,
  type FieldRule,
  SENTENCES,
} from '../../contract/waitlist.ts'
import { ANSWERS, type Answer } from './answers.ts'

/** Message by JSON key. */
export type FieldMessages = Partial<Record<FieldKey, string>>

type Messages = FieldRule['messages']

/** Ajv's keywords, first the one whose message is shown when a field breaks several rules. */
const MESSAGE_OF: readonly (readonly [keyword: string, message: keyof Messages])[] = [
  ['required', 'tooShort'],
  ['type', 'malformed'],
  ['minLength', 'tooShort'],
  ['maxLength', 'tooLong'],
  ['pattern', 'malformed'],
]

const keyOf = ({ instancePath, keyword, params }: FastifySchemaValidationError): unknown =>
  keyword === 'required' && instancePath === ''
    ? params['missingProperty']
    : instancePath.split('/')[1]

/** Translates Ajv's errors; empty when the body as a whole is not an object. */
export function fieldMessages(errors: readonly FastifySchemaValidationError[]): FieldMessages {
  const messages: FieldMessages = {}
  for (const rule of Object.values(FIELDS)) {
    const broken = errors.filter((error) => keyOf(error) === rule.key)
    const [, message] =
      MESSAGE_OF.find(([keyword]) => broken.some((error) => error.keyword === keyword)) ?? []
    if (message !== undefined) messages[rule.key] = rule.messages[message]
  }
  return messages
}

/** The stable word for an invalid field. */
export const codeOfField = (key: FieldKey): string => `${key.toUpperCase()}_INVALID`

/** The answer to invalid fields: the sentence and the code are those of the first one. */
export function invalidFields(fields: FieldMessages): Answer {
  const first = FIELD_NAMES.find((name) => fields[FIELDS[name].key] !== undefined)
  if (first === undefined) return ANSWERS.malformedBody
  return {
    status: 400,
    body: { error: SENTENCES[first], code: codeOfField(FIELDS[first].key), fields },
  }
}

/** The answer when a single field turns out to be malformed beyond its pattern. */
export const malformedField = (name: FieldName): Answer =>
  invalidFields({ [FIELDS[name].key]: FIELDS[name].messages.malformed })
