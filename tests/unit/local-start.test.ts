import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { fingerprint } from '../../api/local/fingerprint.ts'
import { checkPort, freePort, localUrl } from '../../api/local/ports.ts'

describe('a port', () => {
  test('that is taken is named, with the setting that helps', async () => {
    const port = await freePort()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    await expect(checkPort(port, '127.0.0.1')).rejects.toThrow(
      new RegExp(`Port ${port} is taken.*PORT=${port + 1}`),
    )
    other.close()
  })

  test('that is free is left free', async () => {
    const port = await freePort()
    await checkPort(port, '127.0.0.1')
    await checkPort(port, '127.0.0.1')
  })

  test('on an address that is not ours is not called taken', async () => {
    await expect(checkPort(8080, '192.0.2.1')).rejects.toThrow(/192\.0\.2\.1/)
  })
})

test.each([
  ['127.0.0.1', 'http://localhost:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['192.0.2.1', 'http://192.0.2.1:8080'],
  ['2001:db8::1', 'http://[2001:db8::1]:8080'],
])('the site that listens at %s is found at %s', (host, url) => {
  expect(localUrl(host, 8080)).toBe(url)
})

describe('the site is built anew', () => {
  const now = fingerprint({})

  test('when the brand or the address changes', async () => {
    expect(await fingerprint({ BRAND_NAME: 'Other' })).not.toBe(await now)
    expect(await fingerprint({ SITE_URL: 'https://other.example' })).not.toBe(await now)
  })

  test('but not for other settings', async () => {
    expect(await fingerprint({ PORT: '1', HOME: '/nowhere' })).toBe(await now)
  })
})
