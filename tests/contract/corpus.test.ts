import { FIELDS, type FieldName, WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { ValidationError } from 'yup'
import { waitlistSchema } from '../../web/waitlist/schema.ts'
import { useApp } from '../support/app.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { type Case, CORPUS } from './corpus.ts'

/** Message by JSON key, as the corpus wants it. */
const expected = ({ field, verdict }: Case): Record<string, string> =>
  verdict === undefined ? {} : { [FIELDS[field].key]: FIELDS[field].messages[verdict] }

const formWith = ({ field, value }: Case) => ({ ...somebody(), [field]: value })

const title = ({ field, what, verdict }: Case): string =>
  `${field}: ${what} is ${verdict === undefined ? 'taken' : `refused as ${verdict}`}`

async function judgedByForm(values: unknown): Promise<Record<string, string>> {
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

describe('the corpus', () => {
  const app = useApp()

  for (const entry of CORPUS) {
    test(title(entry), async () => {
      const values = formWith(entry)
      expect(await judgedByForm(values), 'the form').toEqual(expected(entry))

      const { status, body } = await app().http.post(WAITLIST_PATH).send(bodyOf(values))
      expect(body.fields ?? {}, 'the API').toEqual(expected(entry))
      expect(status).toBe(entry.verdict === undefined ? 201 : 400)
      if (entry.verdict === undefined) return
      const { key, sentence } = FIELDS[entry.field]
      expect(body).toMatchObject({ error: sentence, code: `${key.toUpperCase()}_INVALID` })
    })
  }

  test('formik empties fields to undefined: optional ones stay valid, the others are too short', async () => {
    const required = Object.values(FIELDS).filter((rule) => rule.required)
    expect(await judgedByForm({})).toEqual(
      Object.fromEntries(required.map(({ key, messages }) => [key, messages.tooShort])),
    )
  })

  test('every invalid field is named, and the sentence is that of the first one', async () => {
    const values = { ...somebody(), lastName: 'x', email: 'x', role: '' }
    const { body } = await app().http.post(WAITLIST_PATH).send(bodyOf(values))
    expect(body).toEqual({
      error: FIELDS.lastName.sentence,
      code: 'LAST_NAME_INVALID',
      fields: await judgedByForm(values),
    })
    expect(Object.keys(body.fields)).toHaveLength(3)
  })
})
