import type { Response } from 'supertest'
import { expect } from 'vitest'

/** Headers that differ between any two responses and reveal nothing about the list. */
const VARYING = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset']

/** The parts of a response that a stranger could compare. */
export const comparable = ({ status, headers, text }: Response) => ({
  status,
  text,
  headers: Object.fromEntries(
    Object.entries(headers as Record<string, string>).filter(([name]) => !VARYING.includes(name)),
  ),
})

/** Asserts the shape of an error: a message for visitors and a code for programs. */
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
