import { expect, test } from 'vitest'
import { HOST, type SecureStack } from './secure-stack.ts'

interface Scan {
  readonly scan: { readonly score: number; readonly grade: string }
  readonly tests: Readonly<Record<string, { readonly result: string; readonly pass: boolean }>>
}

/** What Mozilla's HTTP Observatory says, by its own program. */
export function observatory(running: () => SecureStack): void {
  test('the site scores 130 or more at the HTTP Observatory, and passes each of its tests', async () => {
    const { visitor, httpsPort } = running()
    const output = await visitor('node', 'observatory.mjs', HOST, 'nginx-tls', String(httpsPort))
    const { scan, tests } = JSON.parse(output) as Scan
    const failed = Object.entries(tests).filter(([, { pass }]) => !pass)
    expect(failed).toEqual([])
    expect(scan.grade).toBe('A+')
    expect(scan.score).toBeGreaterThanOrEqual(130)
  })
}
