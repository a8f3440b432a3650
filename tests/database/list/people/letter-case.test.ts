import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { list } from '../../../../api/src/list/people/people.ts'
import { openSession } from '../../../../api/src/system/session.ts'
import { addCondition } from '../../../../contract/conditions.ts'
import { dropDatabase, migrateForApi, select } from '../../../support/database.ts'
import { postgresUrl } from '../../../support/shared.ts'
import { newInstallation } from '../../support/installations.ts'
import { addPerson } from '../../support/mailing.ts'

/** Creates a database in a language with special rules for letter case: in Turkish, the lower case of I is ı. */
async function newDatabase(locale: string) {
  const url = new URL(postgresUrl())
  const name = `test_${randomUUID()}`
  await select(
    url.href,
    `CREATE DATABASE "${name}" TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER icu ICU_LOCALE '${locale}'`,
  )
  url.pathname = `/${name}`
  await migrateForApi(url.href)
  const session = await openSession(url.href)
  onTestFinished(async () => {
    await session.close()
    await dropDatabase(url.href)
  })
  return session
}

test.each(['tr-TR', 'az', 'lt'])(
  'conditions and searches ignore letter case in a database with the locale %s',
  async (locale) => {
    const session = await newDatabase(locale)
    expect(await session.value(`SELECT lower('I') <> 'i'`)).toBe(locale !== 'lt')
    for (const source of ['LinkedIn', 'linkedin', 'LINKEDIN']) {
      await addPerson(session, { source })
    }
    await addPerson(session, { email: 'other@example.com', source: 'press' })
    for (const value of ['linkedin', 'LINKEDIN']) {
      const where = addCondition(`source=${value}`)
      expect(await list(session, { limit: 9, where }), `where ${value}`).toHaveLength(3)
      expect(await list(session, { limit: 9, text: value }), `search ${value}`).toHaveLength(3)
    }
  },
)

test.for<[name: string, text: string]>([
  ['Conceição', 'conceicao'],
  ['Conceic\u0327a\u0303o', 'CONCEIÇÃO'],
  ['Łukasz', 'lukasz'],
  ['Søren', 'soren'],
  ['Đặng', 'dang'],
  ['İpek', 'ipek'],
  ['Isıl', 'isil'],
  ['Жанна', 'жанна'],
  ['Ναυσικά', 'ΝΑΥΣΙΚΑ'],
])('a search ignores letter case and accents, so it finds %s by %s', async ([name, text]) => {
  const here = await newInstallation()
  const email = await addPerson(here, { first_name: name })
  await addPerson(here)
  for (const typed of [text, name, name.slice(1)]) {
    expect(await list(here, { limit: 9, text: typed }), typed).toMatchObject([{ email }])
  }
})
