import { WAITLIST_PATH } from '@ad-kit/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { bodyOf, formOf, newPerson, SECRETS, secretive } from '../../support/people.ts'
import { expectError } from '../support/responses.ts'
import { test } from '../support/test.ts'

const person = secretive()

interface Line {
  readonly msg: string
  readonly reqId?: string
  readonly [field: string]: unknown
}

const lines = (app: TestApp): Line[] => app.log.map((line) => JSON.parse(line) as Line)
const post = (app: TestApp) => app.http.post(WAITLIST_PATH)

test('the log contains one line for each request, with the id from the response', async ({
  app,
}) => {
  const { headers } = await post(app).send(bodyOf(newPerson()))
  const mine = lines(app).filter(({ reqId }) => reqId === headers['x-request-id'])
  expect(mine).toHaveLength(1)
  expect(mine[0]).toMatchObject({ method: 'POST', route: WAITLIST_PATH, status: 201 })
})

test('whatever goes wrong, the log contains nothing that visitors typed', async ({ app }) => {
  await post(app).send(bodyOf(person))
  await post(app).send(bodyOf({ ...person, role: person.email }))
  await post(app).type('application/json').send(`{"email": "${person.email}" ${person.last_name}}`)
  await post(app).type('form').send(formOf(person))
  await post(app)
    .set({
      'content-type': person.last_name,
      'user-agent': person.email,
      referer: `https://${person.last_name}.example/`,
    })
    .query({ email: person.email })
    .send(person.email)
  await app.http.get(`/api/${person.email}`)
  await app.http.get(`/api/%zz${person.email}`)
  expect(app.log.join('')).not.toMatch(SECRETS)
})

// These errors stand for bugs in the program.
test.for([
  ['the whole row in its detail', '23514', `answers->>'first_name' <> '${person.first_name}'`],
  [
    'a value in its message',
    '22P02',
    `answers->>'first_name' <> '${person.first_name}' OR (answers->>'last_name')::integer > 0`,
  ],
])(
  'when Postgres refuses a row with %s, neither the log nor the response contains any of it',
  async ([_, code, rule], { app }) => {
    const change = (sql: string) => select(app.databaseUrl, `ALTER TABLE inbox ${sql}`)
    await change(`ADD CONSTRAINT no_fruit CHECK (${rule}) NOT VALID`)
    const response = await post(app).send(bodyOf({ ...person, email: 'new@mirabelle.example' }))
    await change('DROP CONSTRAINT no_fruit')
    expectError(response, 500, 'INTERNAL')
    expect(response.text).not.toMatch(/no_fruit|inbox|constraint|integer|at .+:\d+/i)
    expect(app.log.join('')).not.toMatch(SECRETS)
    const failures = lines(app).filter(({ msg }) => msg === 'request failed')
    expect(failures.at(-1)).toMatchObject({ err: { code } })
  },
)
