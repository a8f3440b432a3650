import Type, { type TSchema } from 'typebox'
import { SOURCE_PATTERN } from '../../../contract/waitlist.ts'

/** Describes a value that is ignored, not refused, unless it matches this schema. */
export const ignoredUnless = (schema: TSchema, description: string) =>
  Type.Optional(Type.Union([schema, Type.Unknown()], { description }))

export const sourceSchema = ignoredUnless(
  Type.String({ pattern: SOURCE_PATTERN }),
  'Where the visitor comes from: a word of up to 64 characters, or a host name. Any other value is ignored, because the visitor did not type it.',
)
