// Guards openapi.

import { LINK_PATHS, RESEND_PATH, TOKEN, WAITLIST_PATH } from '@ad-kit/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { appWith, test as base } from '../../support/fixtures/database.ts'
import { createToken } from '../../support/links.ts'
import { bodyOf, formOf, newPerson } from '../../support/people.ts'
import { type RawResponse, sendRaw } from '../../support/raw-http.ts'

interface Described {
  readonly headers?: Record<string, { readonly schema: object }>
  readonly content?: Record<string, { readonly schema: object }>
}

interface Operation {
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> }
  readonly responses: Record<string, Described>
}

/** Headers that the description names wherever they are sent. */
const NAMED = /^(?:x-request-id|ratelimit-(?:limit|remaining|reset)|retry-after|allow|location)$/

const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: false })
// header values are text, also where the schema says integer
const forHeaders = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true })

/** Expects the headers and the body of a response to match the description. */
function expectDescribed(responses: Operation['responses'], response: RawResponse): void {
  const { headers, content } = responses[response.status] ?? responses['default'] ?? {}
  const [type = ''] = (response.headers['content-type'] ?? '').split(';')
  if (response.body !== '') {
    const schema = content?.[type]?.schema
    const body = type === 'application/json' ? JSON.parse(response.body) : response.body
    expect(schema, `${type} with ${response.status}`).toBeDefined()
    expect(ajv.validate(schema ?? {}, body), JSON.stringify(ajv.errors)).toBe(true)
  }
  for (const [name, value] of Object.entries(response.headers)) {
    if (!NAMED.test(name)) continue
    const { schema } = headers?.[name] ?? {}
    expect(schema, `${name} with ${response.status}`).toBeDefined()
    expect(forHeaders.validate(schema ?? {}, value), `${name}: ${value}`).toBe(true)
  }
}

const JSON_TYPE = 'content-type: application/json\r\n'
const FORM_TYPE = 'content-type: application/x-www-form-urlencoded\r\n'
const CROSS_SITE = 'sec-fetch-site: cross-site\r\n'

const send = async ({ origin }: TestApp, start: string, headers = '', body = '') => {
  const length = body && `content-length: ${Buffer.byteLength(body)}\r\n`
  const head = `${start} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}${length}`
  const [response] = await sendRaw(origin, `${head}\r\n${body}`)
  return response as RawResponse
}
const post = (app: TestApp, headers: string, body: string) =>
  send(app, `POST ${WAITLIST_PATH}`, headers, body)
const postJson = (app: TestApp, body: unknown) => post(app, JSON_TYPE, JSON.stringify(body))
const postForm = (app: TestApp, body: string) => post(app, FORM_TYPE, body)

const test = base
  .extend('limited', { scope: 'file' }, appWith({ RATE_LIMIT_MAX: '1' }))
  .extend('broken', { scope: 'file' }, appWith({}))
  .extend(
    'bounced',
    { scope: 'file' },
    appWith({ BOUNCE_KEY: 'k'.repeat(20), BOUNCE_PROVIDER: 'mailgun' }),
  )

describe('the description of the API', () => {
  const bug = newPerson({ company: 'Bug' })
  const large = { ...bodyOf(newPerson()), company: 'x'.repeat(20_000) }
  let paths: Record<string, Record<string, Operation>>

  test.beforeAll(async ({ app, broken, limited }) => {
    ;({ paths } = (await app.http.get('/api/openapi.json')).body)
    await postJson(limited, bodyOf(newPerson()))
    await select(app.databaseUrl, "ALTER TABLE inbox ADD CHECK (answers->>'company' <> 'Bug')")
    await select(broken.databaseUrl, 'DROP TABLE pgmigrations, links, inbox')
  })

  test('the description of the API is valid OpenAPI 3.1 and has the endpoints of the site', async ({
    app,
  }) => {
    const document = (await app.http.get('/api/openapi.json')).body
    expect(document.openapi).toMatch(/^3\.1\./)
    expect((await new Validator().validate(document)).errors).toBeUndefined()
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/health', '/api/ready', WAITLIST_PATH]),
    )
  })

  test('each response to a signup matches the description of its status, and all are tried', async ({
    app,
    broken,
    limited,
  }) => {
    const responses = paths[WAITLIST_PATH]?.['post']?.responses ?? {}
    const sent = await Promise.all([
      postJson(app, bodyOf(newPerson())),
      postForm(app, formOf(newPerson())),
      postJson(app, {}),
      postJson(app, { ...bodyOf(newPerson()), company: 5, role: 'x' }),
      postJson(app, []),
      postForm(app, ''),
      post(app, JSON_TYPE, '{'),
      post(app, 'bad header: x\r\n', ''),
      post(app, JSON_TYPE + CROSS_SITE, JSON.stringify(bodyOf(newPerson()))),
      post(app, FORM_TYPE + CROSS_SITE, formOf(newPerson())),
      sendRaw(app.origin, `POST ${WAITLIST_PATH} HTTP/1.1\r\nhost: x\r\n`).then(
        ([response]) => response as RawResponse,
      ),
      postJson(app, large),
      postForm(app, `company=${large.company}`),
      post(app, 'content-type: text/plain\r\n', 'x'),
      postJson(limited, bodyOf(newPerson())),
      postForm(limited, formOf(newPerson())),
      post(app, `x: ${'x'.repeat(20_000)}\r\n`, ''),
      postJson(app, bodyOf(bug)),
      postForm(app, formOf(bug)),
      postJson(broken, bodyOf(newPerson())),
      postForm(broken, formOf(newPerson())),
    ])
    for (const response of sent) expectDescribed(responses, response)
    const statuses = new Set(sent.map(({ status }) => String(status)))
    expect([...statuses, 'default'].sort()).toEqual(Object.keys(responses).sort())
  })

  test('each response behind the link of an email matches its description', async ({
    app,
    broken,
  }) => {
    const person = newPerson()
    await postJson(app, bodyOf(person))
    const token = await createToken(app.databaseUrl, person.email)
    const multipart = 'content-type: multipart/form-data\r\n'
    const requests: readonly [headers: string, body: string][] = [
      [FORM_TYPE, ''],
      [FORM_TYPE, 'as=file'],
      [FORM_TYPE, 'List-Unsubscribe=One-Click'],
      ['accept: application/json\r\n', ''],
      [FORM_TYPE, 'a=%'],
      [FORM_TYPE, `a=${'x'.repeat(20_000)}`],
      [multipart, 'x'],
    ]
    const statuses = new Set<number>()
    for (const path of Object.values(LINK_PATHS).map((path) => `/api${path}`)) {
      const { responses = {} } = paths[path]?.['post'] ?? {}
      const ask = (on: TestApp, link: string) =>
        requests.map(([headers, body]) => send(on, `POST ${path}?${TOKEN}=${link}`, headers, body))
      const sent = [...ask(app, token), ...ask(app, ''), ...ask(broken, token)]
      for (const response of await Promise.all(sent)) {
        expectDescribed(responses, response)
        statuses.add(response.status)
      }
    }
    expect([...statuses].sort()).toEqual([200, 303, 400, 404, 413, 415, 503])
  })

  test('each response to a request for another email matches its description', async ({
    app,
    broken,
    limited,
  }) => {
    const { responses = {} } = paths[RESEND_PATH]?.['post'] ?? {}
    const ask = (on: TestApp, headers: string, body: string) =>
      send(on, `POST ${RESEND_PATH}`, headers, body)
    const { email } = newPerson()
    const [json, form] = [JSON.stringify({ email }), new URLSearchParams({ email }).toString()]
    const sent = await Promise.all([
      ask(app, JSON_TYPE, json),
      ask(app, FORM_TYPE, form),
      ask(app, JSON_TYPE, '{}'),
      ask(app, FORM_TYPE + CROSS_SITE, form),
      ask(app, 'content-type: text/plain\r\n', 'x'),
      ask(limited, JSON_TYPE, json).then(() => ask(limited, JSON_TYPE, json)),
      ask(broken, FORM_TYPE, form),
    ])
    for (const response of sent) expectDescribed(responses, response)
    expect(sent.map(({ status }) => status)).toEqual([202, 303, 400, 403, 415, 429, 503])
  })

  test('each response to a report of a mail provider matches its description', async ({
    bounced,
  }) => {
    const document = (await bounced.http.get('/api/openapi.json')).body
    expect((await new Validator().validate(document)).errors).toBeUndefined()
    const { responses } = document.paths['/api/bounces/mailgun'].post
    const ask = (query: string, headers: string, body: string) =>
      send(bounced, `POST /api/bounces/mailgun${query}`, headers, body)
    const right = `?key=${'k'.repeat(20)}`
    const sent = await Promise.all([
      ask(right, JSON_TYPE, '{}'),
      ask(right, JSON_TYPE, '{'),
      ask('', JSON_TYPE, '{}'),
      ask(right, JSON_TYPE, 'x'.repeat(1_100_000)),
      ask(right, FORM_TYPE, 'a=b'),
    ])
    for (const response of sent) expectDescribed(responses, response)
    expect(sent.map(({ status }) => status)).toEqual([200, 400, 403, 413, 415])
  })

  test.for([
    ['/api/health', 'GET', 200],
    ['/api/ready', 'GET', 200],
    ['/api/ready', 'GET', 503],
    ['/api/nothing', 'GET', 404],
    ['/api/health', 'DELETE', 405],
    ['/api/%zz', 'GET', 400],
  ] as const)(
    'the response of %s to %s with %i matches the description',
    async ([path, method, status], { app, broken }) => {
      const response = await send(status === 503 ? broken : app, `${method} ${path}`)
      expect(response.status).toBe(status)
      const { responses } = (paths[path] ?? paths['/api/health'])?.['get'] ?? { responses: {} }
      expectDescribed(responses, response)
    },
  )
})
