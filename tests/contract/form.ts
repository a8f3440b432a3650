import { FIELDS, type FieldName } from '@ad-kit/api/contract'
import { ValidationError } from 'yup'
import { waitlistSchema } from '../../web/waitlist/schema.ts'

/** What the browser's form says of these values: message by JSON key, empty when it takes them. */
export async function judgedByForm(values: unknown): Promise<Record<string, string>> {
  try {
    await waitlistSchema.validate(values, { abortEarly: false })
    return {}
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return Object.fromEntries(
      error.inner.map(({ path, message }) => [FIELDS[path as FieldName].key, message]),
    )
  }
}
