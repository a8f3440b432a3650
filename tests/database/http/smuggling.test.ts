// Guards smuggling.

import { describe, expect } from 'vitest'
import { ATTACKS, joinRequest } from '../../support/attacks.ts'
import { test } from '../../support/fixtures/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { sendRaw } from '../../support/raw-http.ts'

describe('the API', () => {
  test.for(ATTACKS)(
    'a request with $what is refused, and its connection closed',
    async ({ bytes, api = 400, runsNext = false }, { app }) => {
      const person = newPerson()
      const [response, ...others] = await sendRaw(app.origin, bytes(joinRequest(bodyOf(person))))
      expect(response?.status).toBe(api)
      expect(others).toEqual([])
      expect(JSON.parse(response?.body ?? '')).toMatchObject({
        code: expect.stringMatching(/^[A-Z_]+$/),
      })
      const emails = (await app.people()).map(({ email }) => email)
      if (!runsNext) expect(emails).not.toContain(person.email)
    },
  )

  test('a visitor cannot write headers of the response', async ({ app }) => {
    const path = '/api/%0d%0aset-cookie:%20a=b?x=%0d%0aset-cookie:%20a=b'
    const bytes = `GET ${path} HTTP/1.1\r\nhost: x\r\nx-request-id: mine\r\nconnection: close\r\n\r\n`
    const [response] = await sendRaw(app.origin, bytes)
    expect(response?.status).toBe(404)
    expect(response?.headers).not.toHaveProperty('set-cookie')
    expect(response?.headers['x-request-id']).not.toBe('mine')
  })
})
