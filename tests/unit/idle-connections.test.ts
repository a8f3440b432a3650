import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TIMEOUTS } from '../../api/src/timeouts.ts'

/** In milliseconds. */
function limitOf(file: string, directive: string): number {
  const text = readFileSync(new URL(`../../nginx/${file}`, import.meta.url), 'utf8')
  return Number(new RegExp(`^ *${directive} (\\d+)s;$`, 'm').exec(text)?.[1]) * 1_000
}

test('nginx closes its idle connections to the API before the API does, and the relay last', () => {
  const nginx = limitOf('upstream.conf', 'keepalive_timeout')
  expect(TIMEOUTS.keepAliveTimeout).toBeGreaterThan(nginx)
  expect(limitOf('upstream.stream.conf', 'proxy_timeout')).toBeGreaterThan(
    TIMEOUTS.keepAliveTimeout,
  )
})
