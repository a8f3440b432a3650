import { expect } from 'vitest'
import { bodyOf, newPerson } from '../../support/people.ts'
import { joinRequest, POST, sendRaw } from '../../support/raw-http.ts'
import { test } from '../support/test.ts'

test.for([
  [
    'both a length and chunks',
    'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['two lengths', 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}', 400],
  ['chunks whose lines end with LF', 'transfer-encoding: chunked\r\n\r\n2\n{}\n0\n\n', 400],
  ['a lone CR in a header', 'x-a: 1\rtransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  ['a header over the limit', `x-a: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
] as const)(
  'the API refuses a request with %s and closes the connection',
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
