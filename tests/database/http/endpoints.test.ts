import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  CONSENT,
  FIELDS,
  LINK_PATHS,
  NO_LINK,
  QUESTION_NAMES,
  RESEND_PATH,
  SOURCE_PATTERN,
  VISIT_PATH,
  WAITLIST_PATH,
} from '@ad-kit/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import supertest from 'supertest'
import { expect, onTestFinished } from 'vitest'
import { freshDatabase } from '../../support/database.ts'
import { postgresUrl } from '../../support/shared.ts'
import { copyTree } from '../../support/tree.ts'
import { startApiProcess } from '../support/api-process.ts'
import { expectError } from '../support/responses.ts'
import { test } from '../support/test.ts'

const SENTENCE = 'There are no greetings today.'

/** The smallest possible file for `api/src/http/endpoints/`. */
const HELLO = `
import { DatabaseUnavailable } from '../../system/pool.ts'
import type { Endpoint } from '../endpoints.ts'

const hello: Endpoint = async (app) => {
  app.get(
    '/test-of-an-endpoint',
    {
      schema: {
        response: { 200: { type: 'object', properties: { hello: { type: 'string' } } } },
      },
      config: { sentences: { UNAVAILABLE: '${SENTENCE}' } },
    },
    async ({ query }) => {
      if (Object.keys(Object(query)).length > 0) throw new DatabaseUnavailable(query)
      return { hello: 'world', secret: 'is not in the schema' }
    },
  )
}
export default hello
`

// biome-ignore lint/suspicious/noExplicitAny: the test reads a document, which may have any shape
const bodyOf = (paths: any, path: string) =>
  paths[path].post.requestBody.content['application/json'].schema

test('the API description is valid OpenAPI 3.1 and includes every endpoint', async ({ app }) => {
  const document = (await app.http.get('/api/openapi.json')).body
  expect(document.openapi).toMatch(/^3\.1\./)
  expect((await new Validator().validate(document)).errors).toBeUndefined()
  const links = Object.values(LINK_PATHS).map((path) => `/api${path}`)
  expect(Object.keys(document.paths).toSorted()).toEqual(
    [WAITLIST_PATH, RESEND_PATH, VISIT_PATH, '/api/health', '/api/ready', ...links].toSorted(),
  )
  const { responses } = document.paths[WAITLIST_PATH].post
  expect(Object.keys(responses)).toEqual(['201', '410', 'default'])
})

test('the API description of a signup includes the lengths, patterns and choices of each question', async ({
  app,
}) => {
  const { paths } = (await app.http.get('/api/openapi.json')).body
  const { properties, required } = bodyOf(paths, WAITLIST_PATH)
  expect(Object.keys(properties)).toEqual(expect.arrayContaining([...QUESTION_NAMES]))
  expect(required).toEqual(QUESTION_NAMES.filter((name) => FIELDS[name].required))
  const { minLength, maxLength, pattern } = FIELDS.first_name
  expect(properties.first_name).toMatchObject({ minLength, maxLength, pattern })
  expect(properties.first_name.allOf).toContainEqual({ pattern: NO_LINK.pattern })
  expect(properties.role.enum).toEqual(FIELDS.role.options.map(({ value }) => value))
  expect(bodyOf(paths, RESEND_PATH).properties).toEqual({ email: properties.email })
})

test('the API description says which values are ignored, and why', async ({ app }) => {
  const { paths } = (await app.http.get('/api/openapi.json')).body
  const [consent, source] = paths[WAITLIST_PATH].post.parameters
  expect(consent.schema.anyOf[0].enum).toContain(CONSENT.version)
  expect(source.schema.anyOf[0].pattern).toBe(SOURCE_PATTERN)
  const visit = bodyOf(paths, VISIT_PATH).properties
  for (const { description } of [consent, source, visit.path, visit.source]) {
    expect(description).toMatch(/Any other .* because/)
  }
})

test('adding a file is enough to give an endpoint its route, OpenAPI entry and error responses', async () => {
  const tree = await copyTree(onTestFinished)
  await writeFile(join(tree, 'api/src/http/endpoints/hello.ts'), HELLO)
  const api = await startApiProcess({
    databaseUrl: await freshDatabase(postgresUrl(), 'migrated'),
    cwd: tree,
  })
  onTestFinished(async () => void (await api.end('SIGTERM')))
  const http = supertest(api.origin)
  expect((await http.get('/api/test-of-an-endpoint')).body).toEqual({ hello: 'world' })

  const { paths } = (await http.get('/api/openapi.json')).body
  expect(Object.keys(paths['/api/test-of-an-endpoint'].get.responses)).toEqual(['200', 'default'])

  const refused = await http.delete('/api/test-of-an-endpoint')
  expectError(refused, 405, 'METHOD_NOT_ALLOWED')
  expect(refused.headers['allow']).toBe('GET, HEAD')

  const failed = await http.get('/api/test-of-an-endpoint?fail=1')
  expectError(failed, 503, 'UNAVAILABLE')
  expect(failed.body.error).toBe(SENTENCE)
})
