import { WAITLIST_PATH } from '@ad-kit/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { expectError } from '../support/responses.ts'
import { appWith, test as base } from '../support/test.ts'

const LIMITED = { RATE_LIMIT_MAX: '3' }

const test = base
  .extend('app', { scope: 'file' }, appWith(LIMITED))
  .extend('proxied', { scope: 'file' }, appWith({ ...LIMITED, TRUST_PROXY: '127.0.0.0/8' }))

const join = ({ http }: TestApp, headers: Readonly<Record<string, string>> = {}) =>
  http.post(WAITLIST_PATH).set(headers).send(bodyOf(newPerson()))

test('a limited visitor gets a sentence and the time to wait, whatever address a header claims', async ({
  app,
}) => {
  const first = await join(app)
  expect(first.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' })
  for (let times = 0; times < 2; times += 1) expect((await join(app)).status).toBe(201)

  const refused = await join(app)
  expectError(refused, 429, 'RATE_LIMITED')
  expect(refused.body.error).toContain('10 minutes')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
  for (const name of ['x-forwarded-for', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip']) {
    expect((await join(app, { [name]: '203.0.113.3' })).status, name).toBe(429)
  }
  expect((await join(app, { forwarded: 'for=203.0.113.3' })).status).toBe(429)
  expect(await app.people()).toHaveLength(3)
})

test('behind a trusted proxy, each client has a limit, and only the address that the proxy saw counts', async ({
  proxied,
}) => {
  const statuses: number[] = []
  for (const claimed of ['198.51.100.1, ', '198.51.100.2, ', '', '198.51.100.3, ']) {
    const headers = { 'x-forwarded-for': `${claimed}203.0.113.9` }
    statuses.push((await join(proxied, headers)).status)
  }
  expect(statuses).toEqual([201, 201, 201, 429])
  expect((await join(proxied, { 'x-forwarded-for': '203.0.113.2' })).status).toBe(201)
})

test.for([
  ['203.0.113.8:51231', '203.0.113.8:51232', '"203.0.113.8:51233"', '203.0.113.8, 127.0.0.1:443'],
  ['[2001:db8::8]:443', '[2001:db8::8]', '2001:DB8:0:0::8', '1.2.3.4,"[2001:db8::8]:51234"'],
])(
  'a visitor has one limit in every form in which a proxy writes an address: %s, %s',
  async (forms, { proxied }) => {
    const statuses: number[] = []
    for (const form of forms)
      statuses.push((await join(proxied, { 'x-forwarded-for': form })).status)
    expect(statuses).toEqual([201, 201, 201, 429])
  },
)
