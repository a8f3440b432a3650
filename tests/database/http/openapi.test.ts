// Guards openapi.

import { LINK_PATHS, RESEND_PATH, TOKEN, VISIT_PATH, WAITLIST_PATH } from '@ad-kit/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { createToken } from '../../support/links.ts'
import { bodyOf, formOf, newPerson } from '../../support/people.ts'
import { type RawResponse, sendRaw } from '../../support/raw-http.ts'
import { appWith, test as base } from '../support/test.ts'

type Described = Readonly<
  Record<'headers' | 'content', Record<string, { readonly schema: object }> | undefined>
>

/** Headers that the description names wherever they are sent. */
const NAMED = /^(?:x-request-id|ratelimit-(?:limit|remaining|reset)|retry-after|allow|location)$/

const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: false })
// header values are text, also where the schema says integer
const forHeaders = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true })

/** Expects the headers and the body of a response to match the description. */
function expectDescribed({ headers, content }: Described, response: RawResponse): void {
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
const TEXT_TYPE = 'content-type: text/plain\r\n'
const CROSS_SITE = 'sec-fetch-site: cross-site\r\n'

type Request = readonly [start: string, headers?: string, body?: string]

/** Sends requests at once, and returns their statuses when each response is as it is described. */
async function statusesOf(app: TestApp, requests: readonly Request[]): Promise<number[]> {
  const { paths } = (await app.http.get('/api/openapi.json')).body
  const sent = requests.map(async ([start, headers = '', body = '']) => {
    const length = body && `content-length: ${Buffer.byteLength(body)}\r\n`
    const head = `${start} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}${length}`
    const [response] = await sendRaw(app.origin, `${head}\r\n${body}`)
    const { status } = response as RawResponse
    const [method = '', path = ''] = start.split(/[ ?]/)
    // an unknown address or method has a response that each endpoint describes
    const endpoint = paths[path]?.[method.toLowerCase()] ?? paths['/api/health'].get
    expectDescribed(
      endpoint.responses[status] ?? endpoint.responses.default,
      response as RawResponse,
    )
    return status
  })
  return Promise.all(sent)
}

const test = base
  .extend('limited', { scope: 'file' }, appWith({ RATE_LIMIT_MAX: '1' }))
  .extend('broken', { scope: 'file' }, appWith({}))
  .extend(
    'bounced',
    { scope: 'file' },
    appWith({ BOUNCE_KEY: 'k'.repeat(32), BOUNCE_PROVIDER: 'mailgun' }),
  )

describe('the description of the API', () => {
  const json = (changes = {}) => JSON.stringify({ ...bodyOf(newPerson()), ...changes })
  const large = 'x'.repeat(20_000)

  test.beforeAll(async ({ app, broken }) => {
    await select(app.databaseUrl, "ALTER TABLE inbox ADD CHECK (answers->>'first_name' <> 'Bug')")
    await select(broken.databaseUrl, 'DROP TABLE pgmigrations, links, inbox')
  })

  test('the description of the API is valid OpenAPI 3.1 and has the endpoints of the site', async ({
    bounced,
  }) => {
    const document = (await bounced.http.get('/api/openapi.json')).body
    expect(document.openapi).toMatch(/^3\.1\./)
    expect((await new Validator().validate(document)).errors).toBeUndefined()
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/api/health', '/api/ready', WAITLIST_PATH]),
    )
  })

  test('each response to a signup matches the description of its status, and all are tried', async ({
    app,
    broken,
    limited,
  }) => {
    const join = `POST ${WAITLIST_PATH}`
    const requests = {
      201: [join, JSON_TYPE, json()],
      303: [join, FORM_TYPE, formOf(newPerson())],
      400: [join, JSON_TYPE, json({ first_name: 5, role: 'x' })],
      403: [join, JSON_TYPE + CROSS_SITE, json()],
      // headers that do not end
      408: [join, 'x: 1'],
      413: [join, JSON_TYPE, json({ first_name: large })],
      415: [join, TEXT_TYPE, 'x'],
      431: [join, `x: ${large}\r\n`],
      500: [join, JSON_TYPE, json({ first_name: 'Bug' })],
    } as const
    const statuses = await statusesOf(app, Object.values(requests))
    expect(statuses).toEqual(Object.keys(requests).map(Number))
    const page: Request = [join, FORM_TYPE, 'first_name=%']
    expect(await statusesOf(app, [page])).toEqual([400])
    expect(await statusesOf(broken, [requests[201], requests[303]])).toEqual([503, 503])
    await statusesOf(limited, [requests[201]])
    expect(await statusesOf(limited, [requests[201], requests[303]])).toEqual([429, 429])
    const { paths } = (await app.http.get('/api/openapi.json')).body
    expect([...statuses, 429, 503, 'default'].map(String).sort()).toEqual(
      Object.keys(paths[WAITLIST_PATH].post.responses).sort(),
    )
  })

  test('each response behind the link of an email matches its description', async ({
    app,
    broken,
  }) => {
    const person = newPerson()
    await statusesOf(app, [[`POST ${WAITLIST_PATH}`, JSON_TYPE, JSON.stringify(bodyOf(person))]])
    const token = await createToken(app.databaseUrl, person.email)
    const requests = Object.values(LINK_PATHS).flatMap((path): readonly Request[] => {
      const follow = `POST /api${path}?${TOKEN}=`
      return [
        [follow + token, FORM_TYPE],
        [follow + token, FORM_TYPE, 'as=file'],
        [follow + token, 'accept: application/json\r\n'],
        [follow, FORM_TYPE],
        [follow, 'accept: application/json\r\n'],
        [follow + token, FORM_TYPE, 'a=%'],
        [follow + token, FORM_TYPE, `a=${large}`],
        [follow + token, 'content-type: multipart/form-data\r\n', 'x'],
      ]
    })
    const statuses = new Set([
      ...(await statusesOf(app, requests)),
      ...(await statusesOf(broken, requests)),
    ])
    expect([...statuses].sort()).toEqual([200, 303, 400, 404, 413, 415, 503])
  })

  test('each response of the other endpoints, and to an unknown address, matches its description', async ({
    app,
    bounced,
    broken,
  }) => {
    const [resend, visit] = [`POST ${RESEND_PATH}`, `POST ${VISIT_PATH}`]
    const requests: readonly Request[] = [
      ['GET /api/health'],
      ['GET /api/ready'],
      [resend, JSON_TYPE, '{"email":"ada@example.com"}'],
      [resend, FORM_TYPE, 'email=ada%40example.com'],
      [resend, JSON_TYPE, '{}'],
      [visit, JSON_TYPE, '{}'],
      [visit, JSON_TYPE + CROSS_SITE, '{}'],
      ['GET /api/nothing'],
      ['DELETE /api/health'],
      ['GET /api/%zz'],
    ]
    const statuses = [200, 200, 202, 303, 400, 204, 403, 404, 405, 400]
    expect(await statusesOf(app, requests)).toEqual(statuses)
    expect(await statusesOf(broken, [['GET /api/ready']])).toEqual([503])

    const report = `POST /api/bounces/mailgun?key=${'k'.repeat(32)}`
    const reports: readonly Request[] = [
      [report, JSON_TYPE, '{}'],
      [report, JSON_TYPE, '{'],
      ['POST /api/bounces/mailgun', JSON_TYPE, '{}'],
      [report, JSON_TYPE, 'x'.repeat(1_100_000)],
      [report, FORM_TYPE, 'a=b'],
    ]
    expect(await statusesOf(bounced, reports)).toEqual([200, 400, 403, 413, 415])
  })
})
