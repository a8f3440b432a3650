// Guards security-headers.
// Runs by day if a change touches nginx/, web/prerender/security-headers.ts.

import { expect } from 'vitest'
import { HOST } from '../../stack/support/secure-stack.ts'
import { describeStack, test } from '../../stack/support/test.ts'

interface Scan {
  readonly scan: { readonly score: number; readonly grade: string }
  readonly tests: Readonly<Record<string, { readonly result: string; readonly pass: boolean }>>
}

describeStack('the HTTP Observatory', () => {
  test('the site scores at least 130 at the HTTP Observatory and passes each test', async ({
    secure,
  }) => {
    const { visitor, httpsPort } = secure
    const output = await visitor('node', 'observatory.mjs', HOST, 'nginx-tls', String(httpsPort))
    const { scan, tests } = JSON.parse(output) as Scan
    const failed = Object.entries(tests).filter(([, { pass }]) => !pass)
    expect(failed).toEqual([])
    expect(scan.grade).toBe('A+')
    expect(scan.score).toBeGreaterThanOrEqual(130)
  })
})
