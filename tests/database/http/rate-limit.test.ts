import { RESEND_PATH, WAITLIST_PATH } from '@ad-kit/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { appWith, test as base } from '../support/test.ts'

const LIMITED = { RATE_LIMIT_MAX: '3' }

const test = base
  .extend('app', { scope: 'file' }, appWith(LIMITED))
  .extend('proxied', { scope: 'file' }, appWith({ ...LIMITED, TRUST_PROXY: '127.0.0.0/8' }))

/** Returns the statuses of successive signups, each with a different value of a header. */
async function statusesOf(app: TestApp, name: string, values: readonly string[]) {
  const statuses: number[] = []
  for (const value of values) {
    const request = app.http.post(WAITLIST_PATH).set(name, value)
    statuses.push((await request.send(bodyOf(newPerson()))).status)
  }
  return statuses
}

test('signups are rate-limited, whatever address a header claims', async ({ app }) => {
  expect(await statusesOf(app, 'accept', ['*/*', '*/*', '*/*'])).toEqual([201, 201, 201])
  for (const name of ['x-forwarded-for', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip']) {
    expect(await statusesOf(app, name, ['203.0.113.3']), name).toEqual([429])
  }
  expect(await statusesOf(app, 'forwarded', ['for=203.0.113.3'])).toEqual([429])
  expect(await app.people()).toHaveLength(3)
})

test.for([
  ['203.0.113.9', '198.51.100.1, 203.0.113.9', '198.51.100.2, 203.0.113.9', 'x, 203.0.113.9'],
  ['203.0.113.8:51231', '203.0.113.8:51232', '"203.0.113.8:51233"', '203.0.113.8, 127.0.0.1:443'],
  ['[2001:db8::8]:443', '[2001:db8::8]', '2001:DB8:0:0::8', '1.2.3.4,"[2001:db8::8]:51234"'],
])(
  'a visitor behind a trusted proxy has a single limit, however the proxy writes the address: %s, %s',
  async (forms, { proxied }) => {
    expect(await statusesOf(proxied, 'x-forwarded-for', forms)).toEqual([201, 201, 201, 429])
  },
)

test('signups and requests for another confirmation share a limit, even from different addresses in an IPv6 /56', async ({
  proxied,
}) => {
  const statuses = async (paths: readonly string[], addresses: readonly string[]) => {
    const found: number[] = []
    for (const [index, path] of paths.entries()) {
      const request = proxied.http.post(path).set('x-forwarded-for', addresses[index] ?? '')
      found.push((await request.send(bodyOf(newPerson()))).status)
    }
    return found
  }
  const [join, resend] = [WAITLIST_PATH, RESEND_PATH]
  const one = (address: string) => Array(5).fill(address)
  expect(await statuses([join, join, join, resend, join], one('203.0.113.20'))).toEqual([
    201, 201, 201, 429, 429,
  ])
  expect(await statuses([resend, resend, resend, join, resend], one('203.0.113.21'))).toEqual([
    202, 202, 202, 429, 429,
  ])
  const subscriber = ['2001:db8:5:1::1', '2001:db8:5:2::1', '2001:db8:5:3::1', '2001:db8:5:ff::1']
  expect(await statuses([join, resend, join, resend], subscriber)).toEqual([201, 202, 201, 429])
})
