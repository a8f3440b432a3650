import { WAITLIST_PATH } from '@ad-kit/api/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { useApp } from '../support/app.ts'
import { select } from '../support/database.ts'
import { bodyOf, formOf, somebody } from '../support/people.ts'
import { type RawAnswer, sendRaw } from '../support/raw-http.ts'

interface Described {
  readonly headers?: Record<string, { readonly schema: object }>
  readonly content: Record<string, { readonly schema: object }>
}

interface Document {
  readonly openapi: string
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> }
        readonly responses: Record<string, Described>
      }
    >
  >
}

/** Headers that the description speaks of where they are sent. */
const TOLD = /^(?:x-request-id|ratelimit-(?:limit|remaining|reset)|retry-after|allow)$/

// the formats are for people; patterns are Unicode ones, as in the API
const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: false })
// header values are text, and numbers as text are numbers there
const forHeaders = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true })

/** Asserts that an answer is as the document describes it, headers and body. */
function expectDescribed({ headers, content }: Described, answer: RawAnswer): void {
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';')
  expect(Object.keys(content)).toContain(type)
  const schema = content[type]?.schema ?? {}
  const body: unknown = type === 'application/json' ? JSON.parse(answer.body) : answer.body
  expect(ajv.validate(schema, body), JSON.stringify(ajv.errors)).toBe(true)
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!TOLD.test(name)) continue
    const { schema: of } = headers?.[name] ?? {}
    expect(of, `${name} with ${answer.status}`).toBeDefined()
    expect(forHeaders.validate(of ?? {}, value), `${name}: ${value}`).toBe(true)
  }
}

describe('the description of the API', () => {
  const app = useApp()
  const limited = useApp({ RATE_LIMIT_MAX: '1' })
  const away = useApp()
  const describedIn = async () => (await app().http.get('/api/openapi.json')).body as Document

  const raw = ({ origin }: { origin: string }, body: string, headers = '') =>
    sendRaw(
      origin,
      `POST ${WAITLIST_PATH} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  const JSON_TYPE = 'content-type: application/json\r\n'
  const FORM_TYPE = 'content-type: application/x-www-form-urlencoded\r\n'
  const CROSS_SITE = 'sec-fetch-site: cross-site\r\n'
  const json = (target: { origin: string }, body: unknown) =>
    raw(target, JSON.stringify(body), JSON_TYPE)
  const form = (target: { origin: string }, body: string) => raw(target, body, FORM_TYPE)
  const large = { ...bodyOf(somebody()), company: 'x'.repeat(20_000) }

  /** Real requests that are answered by each status that is described. */
  const ASKED: Record<string, () => Promise<readonly RawAnswer[][]>> = {
    201: async () => [await json(app(), bodyOf(somebody())), await form(app(), formOf(somebody()))],
    400: async () => [
      await json(app(), {}),
      await json(app(), { ...bodyOf(somebody()), company: 5, role: 'x' }),
      await json(app(), []),
      await raw(app(), '{', JSON_TYPE),
      await form(app(), ''),
      await raw(app(), '', 'bad header: x\r\n'),
    ],
    403: async () => [
      await raw(app(), JSON.stringify(bodyOf(somebody())), JSON_TYPE + CROSS_SITE),
      await raw(app(), formOf(somebody()), FORM_TYPE + CROSS_SITE),
    ],
    408: async () => [await sendRaw(app().origin, `POST ${WAITLIST_PATH} HTTP/1.1\r\nhost: x\r\n`)],
    413: async () => [await json(app(), large), await form(app(), `company=${large.company}`)],
    415: async () => [await raw(app(), 'x', 'content-type: text/plain\r\n')],
    429: async () => {
      await json(limited(), bodyOf(somebody()))
      return [await json(limited(), bodyOf(somebody())), await form(limited(), formOf(somebody()))]
    },
    431: async () => [await raw(app(), '', `x: ${'x'.repeat(20_000)}\r\n`)],
    500: async () => {
      await select(
        app().databaseUrl,
        "ALTER TABLE signups ADD CHECK (answers->>'company' <> 'Bug')",
      )
      const bug = somebody({ company: 'Bug' })
      return [await json(app(), bodyOf(bug)), await form(app(), formOf(bug))]
    },
    503: async () => {
      await select(away().databaseUrl, 'ALTER TABLE signups RENAME TO away')
      return [await json(away(), bodyOf(somebody())), await form(away(), formOf(somebody()))]
    },
  }

  test('the description of the API is valid OpenAPI 3.1', async () => {
    const document = await describedIn()
    expect(document.openapi).toMatch(/^3\.1\./)
    const result = await new Validator().validate({ ...document })
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(Object.keys(document.paths).sort()).toEqual(['/api/health', '/api/ready', WAITLIST_PATH])
  })

  test('each status of a signup is described, and real responses match the description', async () => {
    const responses = (await describedIn()).paths[WAITLIST_PATH]?.['post']?.responses ?? {}
    const { default: other, ...byStatus } = responses
    expect(other).toBeDefined()
    expect(Object.keys(byStatus)).toEqual(Object.keys(ASKED))
    await Promise.all(
      Object.entries(ASKED).map(async ([status, ask]) => {
        const described = byStatus[status] as Described
        const sent = (await ask()).map(([answer, ...more]) => {
          expect(more).toEqual([])
          expect(answer?.status).toBe(Number(status))
          expectDescribed(described, answer as RawAnswer)
          return answer as RawAnswer
        })
        const types = sent.map(({ headers }) => headers['content-type']?.split(';')[0])
        expect(new Set(types)).toEqual(new Set(Object.keys(described.content)))
        const names = sent.flatMap(({ headers }) => Object.keys(headers))
        expect(names).toEqual(expect.arrayContaining(Object.keys(described.headers ?? {})))
      }),
    )
  })

  test('real responses of health, readiness and unknown paths match the description', async () => {
    const get = async (target: { origin: string }, path: string, method = 'GET') => {
      const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
      const [answer] = await sendRaw(target.origin, head)
      return answer as RawAnswer
    }
    const { paths } = await describedIn()
    const of = (path: string) => paths[path]?.['get']?.responses as Record<string, Described>
    const health = of('/api/health')
    const ready = of('/api/ready')
    expectDescribed(health['200'] as Described, await get(app(), '/api/health'))
    expectDescribed(ready['200'] as Described, await get(app(), '/api/ready'))
    await select(away().databaseUrl, 'DROP TABLE pgmigrations')
    expectDescribed(ready['503'] as Described, await get(away(), '/api/ready'))
    for (const [path, method, status] of [
      ['/api/nothing', 'GET', 404],
      ['/api/health', 'DELETE', 405],
      ['/api/%zz', 'GET', 400],
    ] as const) {
      const answer = await get(app(), path, method)
      expect(answer.status).toBe(status)
      expectDescribed(health['default'] as Described, answer)
    }
  })

  test('the description has both content types of a signup', async () => {
    const { requestBody } = (await describedIn()).paths[WAITLIST_PATH]?.['post'] ?? {}
    const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
    expect(Object.keys(requestBody?.content ?? {})).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ])
    for (const schema of schemas) {
      const judge = ajv.compile(schema)
      expect(judge(bodyOf(somebody()))).toBe(true)
      expect(judge(bodyOf(somebody({ email: 'x' })))).toBe(false)
    }
  })
})
