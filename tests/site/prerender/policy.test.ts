import { expect } from 'vitest'
import { brand } from '../../../web/content/brand.ts'
import { test } from '../support/test.ts'

test('a page may load, send and be framed as its policy says, and nothing else', async ({
  get,
}) => {
  const { headers } = await get('/pricing')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy.replace(/( 'sha256-[\w+/]{43}=')+/, ' (hashes)').split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    'style-src (hashes)',
    `img-src 'self' ${new URL(brand.productHunt.badgeUrl).origin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
})
