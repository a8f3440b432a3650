import type { Response } from 'supertest'
import { expect } from 'vitest'

/** Differ between any two answers, and tell nothing about who is on the list. */
const EACH_ITS_OWN = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset']

/** What a stranger could compare: status, headers and body. */
export const comparable = ({ status, headers, text }: Response) => ({
  status,
  text,
  headers: Object.fromEntries(
    Object.entries(headers as Record<string, string>).filter(
      ([name]) => !EACH_ITS_OWN.includes(name),
    ),
  ),
})

/** Asserts the one shape of errors: a sentence for the visitor and a word for programs. */
export function expectError(
  response: Pick<Response, 'status' | 'headers' | 'type' | 'body'>,
  status: number,
  code: string,
): void {
  expect(response.status).toBe(status)
  expect(response.type).toBe('application/json')
  expect(response.body.code).toBe(code)
  expect(response.body.error).toMatch(/^[A-Z].+[.!]$/)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['x-content-type-options']).toBe('nosniff')
  expect(response.headers['content-security-policy']).toContain("default-src 'none'")
}
