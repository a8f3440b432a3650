import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ROOT } from '../../api/local/repository.ts'
import { WITHOUT_ENV_FILE } from '../../api/local/site-build.ts'
import { report } from '../../web/doctor/report.ts'

const SAMPLE = {
  what: 'Company names',
  where: 'web/content/waitlist.ts',
  why: 'They are invented.',
}

/** @returns what it printed, and its exit code */
async function doctor(env: Record<string, string> = {}) {
  const run = promisify(execFile)('npm', ['run', '--silent', 'doctor'], {
    cwd: ROOT,
    env: { ...process.env, ...WITHOUT_ENV_FILE, ...env },
  })
  return run.then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }),
  )
}

test('the doctor lists what is sample, where and why, and ends with 1', async () => {
  const { stdout, code } = await doctor()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^\d+ things on the site are still samples\./)
  expect(stdout.match(/(?<=^ {2})\S.*$/gm)).toEqual([
    'Product name',
    'Address of the site',
    'Support address',
    'Privacy address',
    'Instagram page',
    'LinkedIn page',
    'Product Hunt page',
    'Product Hunt badge',
    'Testimonials (3)',
    'Counter of the waitlist (5,847 joined)',
    'Company names (5)',
    'Next step ‘Instant confirmation email’',
    'Case study of Brimwell Ceramics',
    'Case study of Tarnfoot',
    'Case study of Hollin & Weft',
    'Terms of Service',
    'Privacy Policy',
  ])
  expect(stdout).toMatch(
    /Testimonials \(3\)\n +web\/content\/testimonials\.ts\n +Nobody said this\..*unlawful/,
  )
  expect(stdout).toContain('BRAND_SUPPORT_EMAIL in .env')
  expect(stdout).toMatch(/‘Instant confirmation email’\n.*\n.*nothing sends it yet/)
})

test('the doctor is content with a setting that was made, but for examples', async () => {
  const { stdout } = await doctor({
    BRAND_SUPPORT_EMAIL: 'help@lumen.shop',
    BRAND_PRIVACY_EMAIL: 'privacy@lumen.example',
  })
  expect(stdout).not.toContain('BRAND_SUPPORT_EMAIL')
  expect(stdout).toContain('BRAND_PRIVACY_EMAIL')
})

test('the report says it when nothing is left', () => {
  expect(report([])).toMatch(/^Nothing on the site is a sample/)
  expect(report([SAMPLE])).toMatch(
    /^One thing .*:\n\n {2}Company names\n {4}web\/content\/waitlist\.ts\n/,
  )
})
