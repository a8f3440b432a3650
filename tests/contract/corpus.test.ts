import { FIELDS, WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { emailKey } from '../../api/src/waitlist/email-key.ts'
import { useApp } from '../support/app.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { type Case, CORPUS } from './corpus.ts'
import { judgedByForm } from './form.ts'

/** What is stored of a field: what was typed, trimmed; an optional one left out is null. */
const stored = ({ field, value }: Case): string | null =>
  (typeof value === 'string' && value.trim()) || (field === 'website' ? '' : null)

/** Message by JSON key, as the corpus wants it. */
const expected = ({ field, verdict }: Case): Record<string, string> =>
  verdict === undefined ? {} : { [FIELDS[field].key]: FIELDS[field].messages[verdict] }

const formWith = ({ field, value }: Case) => ({ ...somebody(), [field]: value })

const title = ({ field, what, verdict }: Case): string =>
  `${field}: ${what} is ${verdict === undefined ? 'taken' : `refused as ${verdict}`}`

describe('the corpus', () => {
  const app = useApp()

  /** What is taken comes out as it went in, but for spaces around it. */
  async function expectStored(entry: Case, { email }: { email: unknown }): Promise<void> {
    const rows = stored(entry) && entry.field === 'website' ? app().trapped() : app().signups()
    const row = (await rows).find(({ email_key }) => email_key === emailKey(String(email)))
    // an address in another spelling is the same person, kept as first typed
    if (entry.field === 'email' || entry.field === 'website') expect(row).toBeDefined()
    else expect(row).toMatchObject({ [FIELDS[entry.field].key]: stored(entry) })
  }

  for (const entry of CORPUS) {
    test(title(entry), async () => {
      const values = formWith(entry)
      expect(await judgedByForm(values), 'the form').toEqual(expected(entry))

      const { status, body } = await app().http.post(WAITLIST_PATH).send(bodyOf(values))
      expect(body.fields ?? {}, 'the API').toEqual(expected(entry))
      expect(status).toBe(entry.verdict === undefined ? 201 : 400)
      if (entry.verdict === undefined) return expectStored(entry, values)
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
