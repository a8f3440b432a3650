// Guards another-owner.

import { expect, test, vi } from 'vitest'

async function importWith(settings: Record<string, string>) {
  vi.resetModules()
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const module = await import('./samples.ts')
  vi.unstubAllEnvs()
  vi.resetModules()
  return module
}

/** The samples that the build reports with the settings of an owner. */
const samplesWith = async (settings: Record<string, string> = {}) =>
  (await importWith(settings)).samples

test('the list of samples says what they are, where, and why to replace them', async () => {
  const samples = await samplesWith()
  expect(samples.map(({ what }) => what)).toEqual([
    'BRAND_NAME',
    'SITE_URL',
    'BRAND_SUPPORT_EMAIL',
    'BRAND_PRIVACY_EMAIL',
    'BRAND_INSTAGRAM_URL',
    'BRAND_LINKEDIN_URL',
    'BRAND_PRODUCT_HUNT_URL',
    'BRAND_PRODUCT_HUNT_BADGE_URL',
    'Testimonials (3)',
    'Counter of the waitlist (5,847 joined)',
    'Company names (5)',
    'Launch discounts (Up to 50% off the first year of Pro.)',
    'History (4)',
    "We're Hiring!",
    'Case study of Brimwell Ceramics',
    'Case study of Tarnfoot',
    'Case study of Hollin & Weft',
    'Articles (3)',
    'Pictures (amber glass candle)',
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
  const settings = samples.map(({ what }) => what)
  expect(settings).not.toContain('BRAND_SUPPORT_EMAIL')
  expect(settings).toContain('BRAND_PRIVACY_EMAIL')
})

test('a build for a public address lists what is still a sample, with its file', async () => {
  const noteAt = async (SITE_URL: string) => (await importWith({ SITE_URL })).samplesNote
  const note = await noteAt('https://lumen.shop')
  expect(note).toMatch(/^Still a sample:\n/)
  expect(note).toContain('  Company names (5) (web/content/waitlist.ts)\n')
  expect(note).not.toContain('SITE_URL')
  expect(await noteAt('http://localhost:8080')).toBe('')
  expect(await noteAt('https://starkit.example')).toBe('')
})
