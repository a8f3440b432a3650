import { createServer } from 'node:net'
import getPort from 'get-port'
import { expect, test } from 'vitest'
import { checkPort } from './ports.ts'
import { fingerprint } from './site/build.ts'

test('npm start refuses a taken port and another machine’s address, and says which setting to change', async () => {
  const port = await getPort({ host: '127.0.0.1' })
  // The check must leave the port free.
  await checkPort({ port, host: '127.0.0.1' })
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  await expect(checkPort({ port, host: '127.0.0.1' })).rejects.toThrow(
    new RegExp(`Port ${port} is taken.*PORT=${port + 1}`),
  )
  other.close()
  await expect(checkPort({ port, host: '192.0.2.1' })).rejects.toThrow('192.0.2.1')
})

test('npm start rebuilds the site only for settings of the brand, the address and the launch', async () => {
  const now = await fingerprint({})
  expect(await fingerprint({ BRAND_NAME: 'Other' })).not.toBe(now)
  expect(await fingerprint({ SITE_URL: 'https://other.example' })).not.toBe(now)
  expect(await fingerprint({ LAUNCH_URL: 'https://app.example' })).not.toBe(now)
  expect(await fingerprint({ PORT: '1', HOME: '/nowhere' })).toBe(now)
})
