import { expect, test, vi } from 'vitest'
import { hiring, journey } from '../content/about.ts'
import { caseStudies } from '../content/blog.ts'
import { exampleProducts } from '../content/example-products.ts'
import { featureCards } from '../content/features.ts'
import { privacy, terms } from '../content/legal/legal.ts'
import { plans } from '../content/plans.ts'
import { testimonials } from '../content/testimonials.ts'
import { benefits, counter, trusted } from '../content/waitlist.ts'
import { readPosts } from '../routes/posts.ts'

const POSTS = 'web/content/posts/'

async function importWith(settings: Record<string, string>) {
  vi.resetModules()
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const module = await import('./samples.ts')
  vi.unstubAllEnvs()
  vi.resetModules()
  return module
}

/** Returns the samples that the build reports with an owner's settings. */
const samplesWith = async (settings: Record<string, string> = {}) =>
  (await importWith(settings)).samples

test('everything marked as a sample in the content is listed once', async () => {
  const shown = [
    testimonials.items.length > 0 ? testimonials : null,
    trusted.names.length > 0 ? trusted : null,
    journey.items.length > 0 ? journey : null,
    counter,
    hiring,
    exampleProducts,
    terms,
    privacy,
    ...benefits.items,
    ...caseStudies,
    ...featureCards,
    ...plans.flatMap(({ features }) => features),
  ]
  const marked = shown.filter((each) => each?.sample)
  const places = (await samplesWith()).map(({ where }) => where)
  const listed = places.filter((where) => where !== '.env' && where !== POSTS)
  expect(listed).toHaveLength(marked.length)
  expect(places.includes(POSTS)).toBe((await readPosts()).some(({ sample }) => sample))
})

test('an owner’s setting counts as a sample only if its address is reserved for examples', async () => {
  const samples = await samplesWith({
    BRAND_SUPPORT_EMAIL: 'help@lumen.shop',
    BRAND_PRIVACY_EMAIL: 'privacy@lumen.example',
  })
  const settings = samples.map(({ what }) => what)
  expect(settings).not.toContain('BRAND_SUPPORT_EMAIL')
  expect(settings).toContain('BRAND_PRIVACY_EMAIL')
})

test('a build for a public address lists the remaining samples, each with its file', async () => {
  const sample = { BRAND_PRIVACY_EMAIL: 'privacy@lumen.example' }
  const noteAt = async (SITE_URL: string) => (await importWith({ ...sample, SITE_URL })).samplesNote
  const note = await noteAt('https://lumen.shop')
  expect(note).toMatch(/^Still a sample:\n/)
  expect(note).toContain('  BRAND_PRIVACY_EMAIL (.env)\n')
  expect(note).not.toContain('SITE_URL')
  expect(await noteAt('http://localhost:8080')).toBe('')
  expect(await noteAt('https://starkit.example')).toBe('')
})
