import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERRORS, type ErrorReply } from '../api/src/system/error-responses.ts'

const file = readFileSync(new URL('./errors.map.conf', import.meta.url), 'utf8')

/** Looks a value up as an nginx map does: by the exact key, then by pattern, then the default. */
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

const SHARED: readonly ErrorReply[] = [
  ERRORS.malformedRequest,
  ERRORS.notFound,
  ERRORS.methodNotAllowed,
  ERRORS.timeout,
  ERRORS.bodyTooLarge,
  ERRORS.headersTooLarge,
  ERRORS.bug,
  ERRORS.unavailable,
]

test.each(SHARED)('nginx sends $status with the API’s error code', ({ status, body, headers }) => {
  expect(mapped('error_code', `${status}`)).toBe(body.code)
  expect(mapped('error_retry_after', `${status}`)).toBe(headers?.['retry-after'] ?? '')
})
