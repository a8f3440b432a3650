// Guards another-owner.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ROOT } from '../../tests/support/repository.ts'
import { readPosts } from '../prerender/posts.ts'
import { hiring, journey } from './about.ts'
import { caseStudies } from './blog.ts'
import { exampleProduct } from './example-product.ts'
import { privacy, terms } from './legal/legal.ts'
import { testimonials } from './testimonials.ts'
import { benefits, counter, trusted } from './waitlist.ts'

const POSTS = 'web/content/posts/'

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

test('each sample says what it is, in which file or setting, and why to replace it', async () => {
  for (const { what, where, why } of await samplesWith()) {
    expect.soft(Math.min(what.length, why.length), where).toBeGreaterThan(0)
    expect.soft(where === '.env' || existsSync(join(ROOT, where)), where).toBe(true)
  }
})

test('everything that the content marks as a sample is listed once', async () => {
  const shown = [
    testimonials.items.length > 0 ? testimonials : null,
    trusted.names.length > 0 ? trusted : null,
    journey.items.length > 0 ? journey : null,
    counter,
    hiring,
    exampleProduct,
    terms,
    privacy,
    ...benefits.items,
    ...caseStudies,
  ]
  const marked = shown.filter((each) => each?.sample)
  const places = (await samplesWith()).map(({ where }) => where)
  const listed = places.filter((where) => where !== '.env' && where !== POSTS)
  expect(listed).toHaveLength(marked.length)
  expect(places.includes(POSTS)).toBe((await readPosts()).some(({ sample }) => sample))
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
  const sample = { BRAND_PRIVACY_EMAIL: 'privacy@lumen.example' }
  const noteAt = async (SITE_URL: string) => (await importWith({ ...sample, SITE_URL })).samplesNote
  const note = await noteAt('https://lumen.shop')
  expect(note).toMatch(/^Still a sample:\n/)
  expect(note).toContain('  BRAND_PRIVACY_EMAIL (.env)\n')
  expect(note).not.toContain('SITE_URL')
  expect(await noteAt('http://localhost:8080')).toBe('')
  expect(await noteAt('https://starkit.example')).toBe('')
})
