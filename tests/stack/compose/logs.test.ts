import { expect } from 'vitest'
import { LINK_PATHS, TOKEN, WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { fetchAgain } from '../support/requests.ts'
import { describeStack, test } from '../support/test.ts'

describeStack('the logs of nginx and the API', () => {
  test('the logs contain no token, key, header or address from a request', async ({
    stack,
    secure,
  }) => {
    const ask = async (path: string, init: RequestInit = {}) =>
      (await fetchAgain(stack.url + path, init)).status
    const headers = { 'user-agent': 'Mallory', referer: 'http://mallory.example/' }
    const link = `${LINK_PATHS.data}?${TOKEN}=mallory`

    expect(await ask('/features?email=mallory@shop.example', { headers })).toBe(200)
    expect(await ask('/api/mallory@shop.example')).toBe(404)
    expect(await ask(link)).toBe(200)
    expect(await ask(link, { method: 'POST' })).toBeLessThan(500)
    // At a less severe log level, nginx's error log would quote the request.
    const large = { method: 'POST', body: 'x'.repeat(300 * 1024) }
    expect(await ask(`${WAITLIST_PATH}?email=mallory`, large)).toBe(413)
    // nginx forwards up to a megabyte of bounces to the API, although this stack has no endpoint for them.
    const head = 'host: x\r\nconnection: close\r\ncontent-length: 900000'
    const bounces = `POST /api/bounces/sendgrid?key=mallory HTTP/1.1\r\n${head}\r\n\r\n`
    const sent = bounces + 'x'.repeat(900_000)
    expect(await sendRaw(stack.url, sent)).toMatchObject([{ status: 404 }])
    const twoHosts = 'GET /mallory HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n'
    expect(await sendRaw(stack.url, twoHosts)).toMatchObject([{ status: 400 }])
    const redirected = `http://127.0.0.1:${secure.httpPort}/mallory`
    expect((await fetch(redirected, { redirect: 'manual' })).status).toBe(301)

    const plain = () => stack.compose('logs', '--no-color', 'nginx', 'api')
    const tls = () => secure.compose('logs', '--no-color', 'nginx-tls')
    await expect.poll(plain).toContain('"path":"unread","status":400')
    await expect.poll(tls).toContain('"path":"elsewhere","status":301')
    const logs = (await plain()) + (await tls())
    expect(logs).toContain('"path":"/features.html","status":200')
    expect(logs).toContain(`"route":"/api${LINK_PATHS.data}"`)
    // All of the tests' requests come from the engine's gateway.
    const found = logs.split('\n').filter((line) => /mallory|\b172\.\d+\.\d+\.1\b/i.test(line))
    expect(found).toEqual([])
  })
})
