import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../api/local/repository.ts'
import { runInTree } from '../support/tree.ts'

interface Sample {
  readonly what: string
  readonly where: string
  readonly why: string
}

/** The samples that the build reports with the settings of an owner. */
async function samplesWith(env: Record<string, string> = {}): Promise<readonly Sample[]> {
  const program = `import { samples } from './content/samples.ts'
    process.stdout.write(JSON.stringify(samples))`
  const { stdout } = await runInTree(join(ROOT, 'web'), program, { ...process.env, ...env })
  return JSON.parse(stdout)
}

test('the list of samples says what they are, where, and why to replace them', async () => {
  const samples = await samplesWith()
  expect(samples.map(({ what }) => what)).toEqual([
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
  expect(samples).toContainEqual({
    what: 'Testimonials (3)',
    where: 'web/content/testimonials.ts',
    why: expect.stringContaining('unlawful'),
  })
})

test('a setting of the owner is a sample only at an address reserved for examples', async () => {
  const samples = await samplesWith({
    BRAND_SUPPORT_EMAIL: 'help@lumen.shop',
    BRAND_PRIVACY_EMAIL: 'privacy@lumen.example',
  })
  const places = samples.map(({ where }) => where)
  expect(places).not.toContain('BRAND_SUPPORT_EMAIL in .env')
  expect(places).toContain('BRAND_PRIVACY_EMAIL in .env')
})
