import { FIELDS, type FieldName, SENTENCES, WAITLIST_PATH } from '@ad-kit/api/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { emailKey } from '../../api/src/waitlist/email-key.ts'
import { useApp } from '../support/app.ts'
import { select } from '../support/database.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { type Case, CORPUS } from './corpus.ts'
import { judgedByForm } from './form.ts'

/** What is stored of a form: what was typed, trimmed; an optional field left empty is null. */
const stored = (form: Record<FieldName, unknown>): Record<string, unknown> => {
  const { website, ...kept } = bodyOf(form)
  const texts = Object.entries({ ...kept, ...(filled(website) && { website }) })
  return {
    company: null,
    ...Object.fromEntries(texts.map(([key, value]) => [key, String(value ?? '').trim() || null])),
    email_key: emailKey(String(form.email)),
  }
}

const filled = (website: unknown): boolean => typeof website === 'string' && website.trim() !== ''

/** Message by JSON key, as the corpus wants it of the API. */
const expected = ({ field, verdict }: Case): Record<string, string> =>
  verdict === undefined ? {} : { [FIELDS[field].key]: FIELDS[field].messages[verdict] }

/** The form says the same, but nothing of the trap, which its visitor cannot see (spec §5). */
const expectedOfForm = (entry: Case): Record<string, string> =>
  entry.field === 'website' ? {} : expected(entry)

const formWith = ({ field, value }: Case): Record<FieldName, unknown> => ({
  ...somebody(),
  [field]: value,
})

const title = ({ field, what, verdict }: Case): string =>
  `${field}: ${what} is ${verdict === undefined ? 'taken' : `refused as ${verdict}`}`

describe('the corpus', () => {
  const app = useApp()

  /** What is taken comes out as it went in, but for spaces around it, and nothing besides. */
  async function expectStored(form: Record<FieldName, unknown>): Promise<void> {
    const trapped = filled(form.website)
    expect(await app().signups()).toHaveLength(trapped ? 0 : 1)
    expect(await app().trapped()).toHaveLength(trapped ? 1 : 0)
    const [row] = trapped ? await app().trapped() : await app().signups()
    expect(row).toMatchObject(stored(form))
  }

  beforeEach(() => select(app().databaseUrl, 'TRUNCATE signups, trapped_signups'))

  for (const entry of CORPUS) {
    test(title(entry), async () => {
      const values = formWith(entry)
      expect(await judgedByForm(values), 'the form').toEqual(expectedOfForm(entry))

      const { status, body } = await app().http.post(WAITLIST_PATH).send(bodyOf(values))
      expect(body.fields ?? {}, 'the API').toEqual(expected(entry))
      expect(status).toBe(entry.verdict === undefined ? 201 : 400)
      if (entry.verdict === undefined) return expectStored(values)
      const { key } = FIELDS[entry.field]
      expect(await app().signups()).toEqual([])
      expect(body).toMatchObject({
        error: SENTENCES[entry.field],
        code: `${key.toUpperCase()}_INVALID`,
      })
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
      error: SENTENCES.lastName,
      code: 'LAST_NAME_INVALID',
      fields: await judgedByForm(values),
    })
    expect(Object.keys(body.fields)).toHaveLength(3)
  })
})
