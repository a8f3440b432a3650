import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ROOT } from '../../support/repository.ts'
import { test } from '../support/test.ts'

test('the health endpoint reports the API’s version and commit', async ({ app }) => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { status, body } = await app.http.get('/api/health')
  const commit = expect.stringMatching(/^(?:[\da-f]{40}|unknown)$/)
  expect([status, body]).toEqual([200, { status: 'alive', version, commit }])
})
