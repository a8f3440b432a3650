import { expect, test } from 'vitest'
import { ATTACKS, joinRequest } from '../support/attacks.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { sendRaw } from '../support/raw-http.ts'
import { psql, type Stack } from './stack.ts'

/** Requests that nginx and the API might read differently, by raw sockets. */
export function rawThroughNginx(running: () => Stack): void {
  const person = somebody({ email: 'smuggled@shop.example' })
  const smuggled = joinRequest(bodyOf(person))
  const rows = () => psql(running(), `SELECT count(*) FROM signups WHERE email = '${person.email}'`)

  const refused = ATTACKS.flatMap((attack) =>
    'nginx' in attack && attack.nginx === undefined ? [] : [{ nginx: 400, ...attack }],
  )

  test.each(refused)('$what: refused, and closed', async ({ bytes, nginx }) => {
    const [answer, ...others] = await sendRaw(running().url, bytes(smuggled))
    expect(answer?.status).toBe(nginx)
    expect(others).toEqual([])
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'REQUEST_MALFORMED' })
    // a connection to the API on which half a request was left would answer another's
    const next = await fetch(`${running().url}/api/health`)
    expect(await next.json()).toEqual({ status: 'alive' })
    expect(await rows()).toBe('0')
  })

  const lenient = ATTACKS.filter((attack) => 'nginx' in attack && attack.nginx === undefined)

  // the sender could have sent a second request anyway; what counts is that the API sees the same
  test.each(lenient)('$what: nginx and the API read it alike', async ({ bytes }) => {
    const last = 'GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    const [first, second, ...others] = await sendRaw(running().url, bytes(last))
    expect([first?.status, second?.status]).toEqual([400, 200])
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      code: expect.stringMatching(/_INVALID$|BODY_MALFORMED/),
    })
    expect(JSON.parse(second?.body ?? '')).toEqual({ status: 'alive' })
    expect(others).toEqual([])
  })

  test('what is asked for in HTTP/1.0, which may name no host, is answered by the API', async () => {
    const [answer] = await sendRaw(running().url, 'GET /api/health HTTP/1.0\r\n\r\n')
    expect([answer?.status, answer?.body]).toEqual([200, '{"status":"alive"}'])
  })

  test('of a request that is never whole, no path is logged', async () => {
    const broken = 'GET /unsubscribe/eve@shop.example HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n'
    const [answer] = await sendRaw(running().url, broken)
    expect(answer?.status).toBe(400)
    const logs = () => running().compose('logs', '--no-color', 'nginx')
    await expect.poll(logs).toContain('"path":"unread","status":400')
    expect(await logs()).not.toContain('eve@shop')
  })

  test.each(['/metrics', '/api/metrics', '/api/../metrics', '//metrics'])(
    'the metrics are not at %s',
    async (path) => {
      const bytes = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
      const [answer] = await sendRaw(running().url, bytes)
      expect(answer?.status).toBe(404)
      expect(answer?.body).not.toContain('waitlist_signups_total')
    },
  )

  test('the metrics are there for who is in their network', async () => {
    const ask = "fetch('http://api:9464/metrics').then((a) => a.text()).then((t) => console.log(t))"
    const text = await running().compose('exec', '-T', 'api', 'node', '--eval', ask)
    expect(text).toContain('waitlist_signups_total{outcome="created"}')
  })
}
