import { WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { useApp } from '../../support/app.ts'
import { newPerson } from '../../support/people.ts'

describe('the source of a signup', () => {
  const app = useApp()

  /** Sends the source with a new signup, or with another one of the same person. */
  async function join(source: unknown, person = newPerson()) {
    const { status, body } = await app()
      .http.post(WAITLIST_PATH)
      .send({ ...person, source })
    expect([status, body]).toEqual([201, { status: 'joined' }])
    const row = (await app().signups()).find(({ email }) => email === person.email)
    return { person, stored: row?.['source'] }
  }

  test.each([
    ['newsletter', 'newsletter'],
    ['  Product Hunt ', 'Product Hunt'],
    ['søk-2026_1.a~b+c', 'søk-2026_1.a~b+c'],
    ['a'.repeat(64), 'a'.repeat(64)],
  ])('%j is stored as %j', async (source, stored) => {
    expect((await join(source)).stored).toBe(stored)
  })

  test.each([
    undefined,
    null,
    '',
    ' ',
    'a'.repeat(65),
    '<script>',
    '=1+1',
    'a\nb',
    'a\0b',
    'a@b.example',
    'a/b',
    7,
    ['a'],
    { a: 1 },
  ])('%j is not stored, and the signup is accepted', async (source) => {
    expect((await join(source)).stored).toBe(null)
  })

  test('the source of the first signup stays when the person signs up again', async () => {
    const { person } = await join('newsletter')
    expect((await join('ads', person)).stored).toBe('newsletter')

    const other = await join(undefined)
    expect((await join('ads', other.person)).stored).toBe(null)
  })
})
