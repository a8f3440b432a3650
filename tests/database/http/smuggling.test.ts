import { describe, expect } from 'vitest'
import { bodyOf, newPerson } from '../../support/people.ts'
import { joinRequest, POST, sendRaw } from '../../support/raw-http.ts'
import { test } from '../support/test.ts'

describe('the API', () => {
  test.for([
    [
      'a length and chunks',
      'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['two lengths', 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}', 400],
    ['chunks whose lines end with LF', 'transfer-encoding: chunked\r\n\r\n2\n{}\n0\n\n', 400],
    ['a CR alone in a header', 'x-a: 1\rtransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['a header larger than any may be', `x-a: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
  ] as const)(
    'a request with %s is refused, and its connection closed',
    async ([_what, rest, status], { app }) => {
      const person = newPerson()
      const bytes = POST + rest + joinRequest(bodyOf(person))
      const [response, ...others] = await sendRaw(app.origin, bytes)
      expect(response?.status).toBe(status)
      expect(others).toEqual([])
      const emails = (await app.people()).map(({ email }) => email)
      expect(emails).not.toContain(person.email)
    },
  )
})
