// Guards smuggling.

import { expect } from 'vitest'
import { bodyOf, newPerson } from '../../support/people.ts'
import { ATTACKS, joinRequest, sendRaw } from '../../support/raw-http.ts'
import { everybody } from '../support/tables.ts'
import { describeStack, test } from '../support/test.ts'

describeStack('raw requests through nginx', () => {
  const refused = ATTACKS.filter((attack) => !('nginx' in attack) || attack.nginx !== undefined)
  const lenient = ATTACKS.filter((attack) => !refused.includes(attack))
  const { email } = newPerson()
  const smuggled = joinRequest(bodyOf(newPerson({ email })))

  test.for(refused)(
    'nginx refuses $what and closes the connection',
    async ({ bytes, nginx = 400 }, { stack }) => {
      const [response, ...others] = await sendRaw(stack.url, bytes(smuggled))
      expect(response?.status).toBe(nginx)
      expect(others).toEqual([])
      const code = nginx === 431 ? 'HEADERS_TOO_LARGE' : 'REQUEST_MALFORMED'
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ code })
      // Half a request left on a connection to the API would spoil the next response.
      const next = await fetch(`${stack.url}/api/health`)
      expect(await next.json()).toMatchObject({ status: 'alive' })
    },
  )

  test('no request that was smuggled behind another one has reached the API', async ({ stack }) => {
    expect((await everybody(stack)).join('\n')).not.toContain(email)
  })

  // A client may send two requests. nginx and the API must only agree on where the first one ends.
  test.for(lenient)('nginx and the API read $what alike', async ({ bytes }, { stack }) => {
    const last = 'GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    const [first, second, ...others] = await sendRaw(stack.url, bytes(last))
    expect([first?.status, second?.status]).toEqual([400, 200])
    expect(JSON.parse(second?.body ?? '')).toMatchObject({ status: 'alive' })
    expect(others).toEqual([])
  })

  test.for(['//api/health', '/api%2Fhealth'])(
    'visitors get nothing at %s',
    async (path, { stack }) => {
      const bytes = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
      const [response] = await sendRaw(stack.url, bytes)
      expect(response?.status).toBe(404)
      expect(response?.headers).not.toHaveProperty('x-request-id')
    },
  )
})
