import { type FieldName, QUESTION_NAMES } from '@ad-kit/contract'
import { ValidationError } from 'yup'
import { InvalidForm, readForm } from '../../api/src/list/signup.ts'
import { waitlistSchema } from '../../web/waitlist/schema.ts'
import { byKey, keyOf } from '../../web/waitlist/values.ts'

const nameOf = (path: string | undefined) =>
  QUESTION_NAMES.find((name) => keyOf(name) === path) ?? String(path)

/** The browser's verdict on these values: message by field, empty when it accepts them. */
export async function judgedByForm(
  values: Partial<Record<FieldName, unknown>>,
): Promise<Record<string, string>> {
  try {
    await waitlistSchema.validate(byKey(values), { abortEarly: false })
    return {}
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    // The first message of a field counts, as in Formik.
    return Object.fromEntries(
      error.inner.toReversed().map(({ path, message }) => [nameOf(path), message]),
    )
  }
}

/** The API's messages by field for a body. */
export function judgedByApi(body: object): object {
  try {
    readForm(body)
    return {}
  } catch (error) {
    if (error instanceof InvalidForm) return error.fields
    throw error
  }
}
