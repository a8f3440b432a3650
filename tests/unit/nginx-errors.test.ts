import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SENTENCES } from '../../api/src/endpoints/join-waitlist.ts'
import { ERRORS, type ErrorReply } from '../../api/src/errors/responses.ts'

const file = readFileSync(new URL('../../nginx/errors.map.conf', import.meta.url), 'utf8')

/** The value of a status in one of nginx's maps: by the status, else by a pattern, else the default. */
function mapped(name: string, status: number): string {
  const [, body = ''] = new RegExp(`^map \\$status \\$${name} \\{(.*?)^\\}`, 'ms').exec(file) ?? []
  const lines = [...body.matchAll(/^ +"?(.+?)"? +"?([^";]+|)"?;$/gm)]
  const ways = [
    (key: string) => key === String(status),
    (key: string) => key.startsWith('~') && new RegExp(key.slice(1)).test(String(status)),
    (key: string) => key === 'default',
  ]
  const found = ways.map((matches) => lines.find(([, key = '']) => matches(key))?.[2])
  return (
    found.find((value) => value !== undefined) ?? expect.fail(`${name} has no value for ${status}`)
  )
}

// The sentences for 429 and 500 differ, because nginx knows less about them than the API.
const SHARED: readonly ErrorReply[] = [
  ERRORS.malformedRequest,
  ERRORS.notFound,
  ERRORS.methodNotAllowed,
  ERRORS.timeout,
  ERRORS.bodyTooLarge,
  { ...ERRORS.unavailable, body: { code: 'UNAVAILABLE', error: SENTENCES.UNAVAILABLE } },
]

test.each(SHARED)(
  'nginx and the API send the same error for $status',
  ({ status, body, headers }) => {
    expect(mapped('error_sentence', status)).toBe(body.error)
    expect(mapped('error_code', status)).toBe(body.code)
    expect(mapped('error_retry_after', status)).toBe(headers?.['retry-after'] ?? '')
  },
)
