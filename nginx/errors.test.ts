import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SENTENCES } from '../api/src/http/endpoints/join-waitlist.ts'
import { ERRORS, type ErrorReply } from '../api/src/system/error-responses.ts'

const file = readFileSync(new URL('./errors.map.conf', import.meta.url), 'utf8')

/** The value of an nginx map: that of the key itself, else of a pattern, else the default. */
function mapped(name: string, value: string): string {
  const [, body = ''] = new RegExp(`^map \\$\\w+ \\$${name} \\{(.*?)^\\}`, 'ms').exec(file) ?? []
  const lines = [...body.matchAll(/^ +"?(.+?)"? +"?([^";]+|)"?;$/gm)]
  const ways = [
    (key: string) => key === value,
    (key: string) => key.startsWith('~') && new RegExp(key.slice(1)).test(value),
    (key: string) => key === 'default',
  ]
  const found = ways.map((isMeant) => lines.find(([, key = '']) => isMeant(key))?.[2])
  return found.find((text) => text !== undefined) ?? expect.fail(`${name} has no ${value}`)
}

// The sentences for 429 and 500 differ, because nginx knows less about them than the API.
const SHARED: readonly ErrorReply[] = [
  ERRORS.malformedRequest,
  ERRORS.notFound,
  ERRORS.methodNotAllowed,
  ERRORS.timeout,
  ERRORS.bodyTooLarge,
  ERRORS.headersTooLarge,
  { ...ERRORS.unavailable, body: { code: 'UNAVAILABLE', error: SENTENCES.UNAVAILABLE } },
]

test.each(SHARED)('nginx says $status in the words of the API', ({ status, body, headers }) => {
  const sentence = mapped('error_sentence', `${status}`)
  const isForPost = sentence === '$unavailable_sentence'
  expect(isForPost ? mapped('unavailable_sentence', 'POST /api/waitlist HTTP/1.1') : sentence).toBe(
    body.error,
  )
  expect(mapped('error_code', `${status}`)).toBe(body.code)
  expect(mapped('error_retry_after', `${status}`)).toBe(headers?.['retry-after'] ?? '')
})

test('nginx says nothing about signups when it cannot reach the API for another request', () => {
  expect(mapped('unavailable_sentence', 'GET /api/ready HTTP/1.1')).not.toContain('signup')
})
