import { expect } from 'vitest'
import { readVersion } from '../../../api/src/system/version.ts'
import { test } from '../support/test.ts'

test('the health endpoint names the version and the commit of the API', async ({ app }) => {
  const { status, body } = await app.http.get('/api/health')
  expect([status, body]).toEqual([200, { status: 'alive', ...readVersion() }])
})
