import { expect, test } from 'vitest'
import { ATTACKS, joinRequest } from '../../support/attacks.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { metricsOf } from '../../support/stack/container-client.ts'
import { psql } from '../../support/stack/stack.ts'
import { describeStack, useSharedStack } from '../../support/stack/use-stack.ts'

describeStack('raw requests through nginx', () => {
  const running = useSharedStack()

  const person = newPerson({ email: 'smuggled@shop.example' })
  const smuggled = joinRequest(bodyOf(person))
  const rows = () => psql(running(), `SELECT count(*) FROM signups WHERE email = '${person.email}'`)

  const refused = ATTACKS.flatMap((attack) =>
    'nginx' in attack && attack.nginx === undefined ? [] : [{ nginx: 400, ...attack }],
  )

  test.each(refused)('nginx refuses $what and closes the connection', async ({ bytes, nginx }) => {
    const [response, ...others] = await sendRaw(running().url, bytes(smuggled))
    expect(response?.status).toBe(nginx)
    expect(others).toEqual([])
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ code: 'REQUEST_MALFORMED' })
    // Half a request left on a connection to the API would spoil the next response.
    const next = await fetch(`${running().url}/api/health`)
    expect(await next.json()).toEqual({ status: 'alive' })
    expect(await rows()).toBe('0')
  })

  const lenient = ATTACKS.filter((attack) => 'nginx' in attack && attack.nginx === undefined)

  // A client may send two requests. nginx and the API must only agree on where the first one ends.
  test.each(lenient)('nginx and the API read $what alike', async ({ bytes }) => {
    const last = 'GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    const [first, second, ...others] = await sendRaw(running().url, bytes(last))
    expect([first?.status, second?.status]).toEqual([400, 200])
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      code: expect.stringMatching(/_INVALID$|BODY_MALFORMED/),
    })
    expect(JSON.parse(second?.body ?? '')).toEqual({ status: 'alive' })
    expect(others).toEqual([])
  })

  test('a visitor cannot choose the address that the rate limit counts', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' }
    const chosen = joinRequest({}, { ...headers, connection: 'close' })
    const [response] = await sendRaw(running().url, chosen)
    expect(response?.status).toBe(400)
    // The API counts visitors only, and the tests come from the gateway, which hides them.
    expect(Object.keys(response?.headers ?? {})).not.toContain('ratelimit-remaining')
  })

  test('nginx does not log the path of a malformed request', async () => {
    const broken = 'GET /unsubscribe/eve@shop.example HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n'
    const [response] = await sendRaw(running().url, broken)
    expect(response?.status).toBe(400)
    const logs = () => running().compose('logs', '--no-color', 'nginx')
    await expect.poll(logs).toContain('"path":"unread","status":400')
    expect(await logs()).not.toContain('eve@shop')
  })

  test.each(['/metrics', '/api/metrics', '/api/../metrics', '//metrics'])(
    'visitors cannot read the metrics at %s',
    async (path) => {
      const bytes = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
      const [response] = await sendRaw(running().url, bytes)
      expect(response?.status).toBe(404)
      expect(response?.body).not.toContain('waitlist_signups_total')
    },
  )

  test.each([
    ['api', 'waitlist_signups_total{outcome="created"}'],
    ['worker', 'waitlist_oldest_task_age_seconds'],
  ] as const)(
    'a container on the metrics network can read the metrics of the %s',
    async (name, metric) => {
      expect(await metricsOf(running(), name)).toContain(metric)
    },
  )
})
