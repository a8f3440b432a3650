import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startSmtp, type TestSmtp } from './smtp.ts'

/** A new folder, which is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waitlist-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A mail server that is closed when the test ends. */
export async function newSmtp(options?: Parameters<typeof startSmtp>[0]): Promise<TestSmtp> {
  const smtp = await startSmtp(options)
  onTestFinished(() => smtp.close())
  return smtp
}
