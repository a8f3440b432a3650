import { expect, test } from 'vitest'
import { WAITLIST_PATH } from '../../api/contract/waitlist.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { secureClients } from './secure-clients.ts'
import type { SecureStack } from './secure-stack.ts'

/** What those get whose browser speaks HTTP/3. */
export function http3(running: () => SecureStack): void {
  const clients = secureClients(running)

  test('a page is sent by HTTP/3, which others are told of', async () => {
    const page = await clients.http3('/features')
    expect(page).toMatch(/^HTTP\/3 200/)
    expect(page).toContain('<h1')
    const { headers } = await clients.get('/')
    expect(headers['alt-svc']).toBe(`h3=":${running().httpsPort}"; ma=86400`)
  })

  test('a visitor joins by HTTP/3', async () => {
    const answer = await clients.http3(
      WAITLIST_PATH,
      ...['--header', 'content-type: application/json', '--header', `origin: ${running().origin}`],
      ...['--data', JSON.stringify(bodyOf(somebody()))],
    )
    expect(answer).toMatch(/^HTTP\/3 201/)
    expect(answer).toContain('{"status":"joined"}')
  })
}
