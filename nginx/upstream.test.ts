import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TIMEOUTS } from '../api/src/system/server.ts'

test('nginx closes its idle connections to the API before the API does', () => {
  const text = readFileSync(new URL('./upstream.conf', import.meta.url), 'utf8')
  const [, seconds] = /^ *keepalive_timeout (\d+)s;$/m.exec(text) ?? []
  expect(Number(seconds)).toBeGreaterThan(0)
  expect(TIMEOUTS.keepAliveTimeout).toBeGreaterThan(Number(seconds) * 1_000)
})
