import { expect, test, vi } from 'vitest'

/** The samples that the build reports with the settings of an owner. */
async function samplesWith(settings: Record<string, string> = {}) {
  vi.resetModules()
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const { samples } = await import('../../../../web/content/samples.ts')
  vi.unstubAllEnvs()
  vi.resetModules()
  return samples
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
