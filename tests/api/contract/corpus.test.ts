import {
  FIELDS,
  type FieldName,
  HONEYPOT,
  messagesOf,
  QUESTION_NAMES,
  WAITLIST_PATH,
} from '@ad-kit/api/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { judgedByForm } from './browser-verdict.ts'
import { type Case, CORPUS } from './corpus.ts'
import { expectStored } from './expect-stored.ts'

/** Message by field, as the corpus expects it from the API. */
const expected = ({ field, verdict }: Case): Record<string, string> =>
  verdict === undefined ? {} : { [field]: messagesOf(FIELDS[field])[verdict] }

/** The form agrees with the API, but leaves the honeypot out: visitors cannot see it (spec §5). */
const expectedOfForm = (entry: Case): Record<string, string> =>
  entry.field === HONEYPOT ? {} : expected(entry)

const formWith = ({ field, value }: Case): Record<FieldName, unknown> => ({
  ...newPerson(),
  [field]: value,
})

const title = ({ field, what, verdict }: Case): string =>
  `${field}: ${what} is ${verdict === undefined ? 'accepted' : `refused as ${verdict}`}`

describe('the corpus', () => {
  const app = useApp()

  beforeEach(() => select(app().databaseUrl, 'TRUNCATE signups'))

  for (const entry of CORPUS) {
    test(title(entry), async () => {
      const values = formWith(entry)
      expect(await judgedByForm(values), 'the form').toEqual(expectedOfForm(entry))

      const { status, body } = await app().http.post(WAITLIST_PATH).send(bodyOf(values))
      expect(body.fields ?? {}, 'the API').toEqual(expected(entry))
      expect(status).toBe(entry.verdict === undefined ? 201 : 400)
      if (entry.verdict === undefined) return expectStored(app(), values)
      expect(await app().signups()).toEqual([])
      expect(body).toMatchObject({
        error: FIELDS[entry.field].sentence,
        code: `${entry.field.toUpperCase()}_INVALID`,
      })
    })
  }

  test('only the required fields of an empty form are too short', async () => {
    const required = QUESTION_NAMES.filter((name) => FIELDS[name].required)
    expect(await judgedByForm({})).toEqual(
      Object.fromEntries(required.map((name) => [name, messagesOf(FIELDS[name]).tooShort])),
    )
  })

  test('the API names every invalid field, and gives the sentence of the first one', async () => {
    const values = { ...newPerson(), last_name: 'x', email: 'x', role: '' }
    const { body } = await app().http.post(WAITLIST_PATH).send(bodyOf(values))
    expect(body).toEqual({
      error: FIELDS.last_name.sentence,
      code: 'LAST_NAME_INVALID',
      fields: await judgedByForm(values),
    })
    expect(Object.keys(body.fields)).toHaveLength(3)
  })
})
