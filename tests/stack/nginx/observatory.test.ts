import { expect, test } from 'vitest'
import { HOST } from '../../support/stack/secure-stack.ts'
import { describeStack, useSharedSecureStack } from '../../support/stack/use-stack.ts'

interface Scan {
  readonly scan: { readonly score: number; readonly grade: string }
  readonly tests: Readonly<Record<string, { readonly result: string; readonly pass: boolean }>>
}

describeStack('the HTTP Observatory', () => {
  const running = useSharedSecureStack()

  test('the site scores at least 130 at the HTTP Observatory and passes each test', async () => {
    const { visitor, httpsPort } = running()
    const output = await visitor('node', 'observatory.mjs', HOST, 'nginx-tls', String(httpsPort))
    const { scan, tests } = JSON.parse(output) as Scan
    const failed = Object.entries(tests).filter(([, { pass }]) => !pass)
    expect(failed).toEqual([])
    expect(scan.grade).toBe('A+')
    expect(scan.score).toBeGreaterThanOrEqual(130)
  })
})
