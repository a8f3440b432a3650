import { expect } from 'vitest'
import { brand } from '../../../web/content/brand.ts'
import { test } from '../support/test.ts'

test('a page’s policy allows only its own files and forms, and the badge', async ({ get }) => {
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
