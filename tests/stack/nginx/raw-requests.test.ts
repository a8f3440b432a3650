// Guards trusted-proxy, smuggling, metrics-without-people, silent-logs.

import { expect } from 'vitest'
import { ATTACKS, joinRequest } from '../../support/attacks.ts'
import { describeStack, test } from '../../support/fixtures/stack.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { metricsOf } from '../../support/stack/container-client.ts'
import { psql, type Stack } from '../../support/stack/stack.ts'

describeStack('raw requests through nginx', () => {
  const person = newPerson({ email: 'smuggled@shop.example' })
  const smuggled = joinRequest(bodyOf(person))
  const rows = (stack: Stack) =>
    psql(
      stack,
      `SELECT count(*) FROM (SELECT email FROM inbox UNION ALL SELECT email FROM people) AS sent
       WHERE email = '${person.email}'`,
    )

  const refused = ATTACKS.flatMap((attack) =>
    'nginx' in attack && attack.nginx === undefined ? [] : [{ nginx: 400, ...attack }],
  )

  test.for(refused)(
    'nginx refuses $what and closes the connection',
    async ({ bytes, nginx }, { stack }) => {
      const [response, ...others] = await sendRaw(stack.url, bytes(smuggled))
      expect(response?.status).toBe(nginx)
      expect(others).toEqual([])
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ code: 'REQUEST_MALFORMED' })
      // Half a request left on a connection to the API would spoil the next response.
      const next = await fetch(`${stack.url}/api/health`)
      expect(await next.json()).toMatchObject({ status: 'alive' })
      expect(await rows(stack)).toBe('0')
    },
  )

  const lenient = ATTACKS.filter((attack) => 'nginx' in attack && attack.nginx === undefined)

  // A client may send two requests. nginx and the API must only agree on where the first one ends.
  test.for(lenient)('nginx and the API read $what alike', async ({ bytes }, { stack }) => {
    const last = 'GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    const [first, second, ...others] = await sendRaw(stack.url, bytes(last))
    expect([first?.status, second?.status]).toEqual([400, 200])
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      code: expect.stringMatching(/_INVALID$|BODY_MALFORMED/),
    })
    expect(JSON.parse(second?.body ?? '')).toMatchObject({ status: 'alive' })
    expect(others).toEqual([])
  })

  test('a visitor cannot choose the address that the rate limit counts', async ({ stack }) => {
    const headers = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' }
    const chosen = joinRequest({}, { ...headers, connection: 'close' })
    const [response] = await sendRaw(stack.url, chosen)
    expect(response?.status).toBe(400)
    // The API counts visitors only, and the tests come from the gateway, which hides them.
    expect(Object.keys(response?.headers ?? {})).not.toContain('ratelimit-remaining')
  })

  test('nginx does not log the path of a malformed request', async ({ stack }) => {
    const broken = 'GET /unsubscribe/eve@shop.example HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n'
    const [response] = await sendRaw(stack.url, broken)
    expect(response?.status).toBe(400)
    const logs = () => stack.compose('logs', '--no-color', 'nginx')
    await expect.poll(logs).toContain('"path":"unread","status":400')
    expect(await logs()).not.toContain('eve@shop')
  })

  test('a megabyte of bounces reaches the API, which has no such address here, and nginx logs no key', async ({
    stack,
  }) => {
    const size = 900_000
    const head = `POST /api/bounces/sendgrid?key=a-secret-of-the-owner HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${size}\r\n\r\n`
    const [response] = await sendRaw(stack.url, head + 'x'.repeat(size))
    expect(response?.status).toBe(404)
    const logs = () => stack.compose('logs', '--no-color', 'nginx')
    await expect.poll(logs).toContain('"method":"POST","path":"/api","status":404')
    expect(await logs()).not.toContain('a-secret')
  })

  test.for(['/metrics', '/api/metrics', '/api/../metrics', '//metrics'])(
    'visitors cannot read the metrics at %s',
    async (path, { stack }) => {
      const bytes = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
      const [response] = await sendRaw(stack.url, bytes)
      expect(response?.status).toBe(404)
      expect(response?.body).not.toContain('waitlist_signups_total')
    },
  )

  test.for([
    ['api', 'waitlist_signups_total{outcome="stored"}'],
    ['worker', 'waitlist_oldest_waiting_age_seconds'],
  ] as const)(
    'a container on the metrics network can read the metrics of the %s',
    async ([name, metric], { stack }) => {
      expect(await metricsOf(stack, name)).toContain(metric)
    },
  )
})
