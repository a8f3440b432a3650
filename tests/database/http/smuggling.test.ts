// Guards smuggling.

import { describe, expect } from 'vitest'
import { bodyOf, newPerson } from '../../support/people.ts'
import { ATTACKS, joinRequest, sendRaw } from '../../support/raw-http.ts'
import { test } from '../support/test.ts'

describe('the API', () => {
  test.for(ATTACKS)(
    'a request with $what is refused, and its connection closed',
    async ({ bytes, api = 400, runsNext = false }, { app }) => {
      const person = newPerson()
      const [response, ...others] = await sendRaw(app.origin, bytes(joinRequest(bodyOf(person))))
      expect(response?.status).toBe(api)
      expect(others).toEqual([])
      const emails = (await app.people()).map(({ email }) => email)
      if (!runsNext) expect(emails).not.toContain(person.email)
    },
  )
})
