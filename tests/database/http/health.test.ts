import { expect } from 'vitest'
import { readVersion } from '../../../api/src/system/version.ts'
import { test } from '../support/test.ts'

test('the health of the API names its version and its commit', async ({ app }) => {
  const { status, body } = await app.http.get('/api/health')
  expect([status, body]).toEqual([200, { status: 'alive', ...readVersion() }])
})
