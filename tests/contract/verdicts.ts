import { type FieldName, QUESTION_NAMES, WAITLIST_PATH } from '@ad-kit/contract'
import Fastify from 'fastify'
import { ValidationError } from 'yup'
import { API_PREFIX } from '../../api/src/http/api.ts'
import joinWaitlist from '../../api/src/http/endpoints/join-waitlist.ts'
import type { Services } from '../../api/src/http/endpoints.ts'
import { validatorCompiler } from '../../api/src/http/validator-compiler.ts'
import { readConfig } from '../../api/src/system/settings.ts'
import { waitlistSchema } from '../../web/waitlist/schema.ts'
import { byKey, keyOf } from '../../web/waitlist/values.ts'

const nameOf = (path: string | undefined) =>
  QUESTION_NAMES.find((name) => keyOf(name) === path) ?? String(path)

/** Returns the form's messages for these values, by field. The object is empty if the form accepts them. */
export async function judgedByForm(
  values: Partial<Record<FieldName, unknown>>,
): Promise<Record<string, string>> {
  try {
    await waitlistSchema.validate(byKey(values), { abortEarly: false })
    return {}
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    // A field's first message counts, as in Formik.
    return Object.fromEntries(
      error.inner.toReversed().map(({ path, message }) => [nameOf(path), message]),
    )
  }
}

const config = readConfig({ DATABASE_URL: 'postgres://localhost/none' }, { database: true })

/** The form's endpoint. It does not store anything. */
const app = Fastify()
app.setValidatorCompiler(validatorCompiler)
await app.register(joinWaitlist, {
  prefix: API_PREFIX,
  ...({
    config,
    append: async () => {},
    limitForms: async () => {},
  } satisfies Partial<Services> as unknown as Services),
})

/** Returns the API's messages for a body, by field. */
export async function judgedByApi(body: object): Promise<object> {
  const response = await app.inject({ method: 'POST', url: WAITLIST_PATH, payload: body })
  return response.statusCode === 201 ? {} : response.json().fields
}
