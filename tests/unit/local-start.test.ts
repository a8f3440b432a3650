import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { checkPort, freePort, localUrl } from '../../api/local/ports.ts'
import { fingerprint } from '../../api/local/site-build.ts'

test('the error for a taken port names the setting that helps', async () => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  await expect(checkPort(port, '127.0.0.1')).rejects.toThrow(
    new RegExp(`Port ${port} is taken.*PORT=${port + 1}`),
  )
  other.close()
})

test('checking a port leaves it free', async () => {
  const port = await freePort()
  await checkPort(port, '127.0.0.1')
  await checkPort(port, '127.0.0.1')
})

test('the error for an address of another machine names that address', async () => {
  await expect(checkPort(8080, '192.0.2.1')).rejects.toThrow(/192\.0\.2\.1/)
})

test.each([
  ['127.0.0.1', 'http://localhost:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['192.0.2.1', 'http://192.0.2.1:8080'],
  ['2001:db8::1', 'http://[2001:db8::1]:8080'],
])('a site that listens on %s is found at %s', (host, url) => {
  expect(localUrl(host, 8080)).toBe(url)
})

test('only settings of the brand and the address make npm start build the site again', async () => {
  const now = await fingerprint({})
  expect(await fingerprint({ BRAND_NAME: 'Other' })).not.toBe(now)
  expect(await fingerprint({ SITE_URL: 'https://other.example' })).not.toBe(now)
  expect(await fingerprint({ PORT: '1', HOME: '/nowhere' })).toBe(now)
})
