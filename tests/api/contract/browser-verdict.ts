import { ValidationError } from 'yup'
import { waitlistSchema } from '../../../web/waitlist/schema.ts'

/** The browser's verdict on these values: message by field, empty when it accepts them. */
export async function judgedByForm(values: unknown): Promise<Record<string, string>> {
  try {
    await waitlistSchema.validate(values, { abortEarly: false })
    return {}
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    // As Formik does, the first message of a field counts.
    return Object.fromEntries(error.inner.toReversed().map(({ path, message }) => [path, message]))
  }
}
