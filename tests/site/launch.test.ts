import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type HTMLElement, parse } from 'node-html-parser'
import { describe, expect, vi } from 'vitest'
import { ensureBuilt } from '../../local/site/build.ts'
import { SITE } from '../support/site-setup.ts'
import { test as base } from './support/test.ts'

const PRODUCT = 'https://app.shop.example/start?from=site&plan=free'

/** Builds the site with a setting, and returns a function that reads one of its files. */
const built = (name: string, value: string) => async () => {
  vi.stubEnv(name, value)
  const dir = await ensureBuilt({ dir: `${SITE}-${name.toLowerCase()}` }).finally(() =>
    vi.unstubAllEnvs(),
  )
  return (file: string) => readFile(join(dir, file), 'utf8')
}

/** Returns the words of the page without its form, as in a build with this setting. */
async function wordsWith(name: string, value: string) {
  vi.stubEnv(name, value)
  vi.resetModules()
  const { closed } = await import('../../web/content/launch.ts').finally(() => vi.unstubAllEnvs())
  return closed
}

const test = base
  .extend('launched', { scope: 'file' }, built('LAUNCH_URL', PRODUCT))
  .extend('closed', { scope: 'file' }, built('WAITLIST', 'closed'))

const fileOf = (path: string): string => `client/${path === '/' ? 'index' : path.slice(1)}.html`

const linksTo = (page: HTMLElement, address: string): string[] =>
  page
    .querySelectorAll('a')
    .filter((link) => link.getAttribute('href') === address)
    .map(({ text }) => text)

describe('a site with LAUNCH_URL', () => {
  test.for(['/', '/features', '/pricing', '/about', '/blog', '/terms', '/no-page'])(
    'every button on %s that pointed to the form now points to the product',
    async (path, { launched, read }) => {
      const page = parse(await launched(path === '/no-page' ? 'client/404.html' : fileOf(path)))
      const before = linksTo(await read(path), '/waitlist')
      expect(before.length).toBeGreaterThanOrEqual(3)
      const after = linksTo(page, PRODUCT)
      expect(after).toHaveLength(before.length)
      expect(after.filter((label) => /waitlist/i.test(label))).toEqual([])
      expect(linksTo(page, '/waitlist')).toEqual([])
      const words = page.querySelector('main')?.text
      if (['/', '/features', '/pricing'].includes(path))
        expect(words).not.toMatch(/beta|waitlist\b(?! has closed)/i)
    },
  )

  test('the waitlist page says that the product is open, and does not show the form', async ({
    launched,
    read,
  }) => {
    const page = parse(await launched(fileOf('/waitlist')))
    expect((await read('/waitlist')).querySelector('main form')).not.toBeNull()
    expect(page.querySelector('main form')).toBeNull()
    const words = await wordsWith('LAUNCH_URL', PRODUCT)
    expect(page.querySelector('h1')?.text).toBe(words?.title)
    expect(page.querySelector('title')?.text).not.toMatch(/join/i)
    expect(linksTo(page.querySelector('main') ?? page, PRODUCT)).toHaveLength(1)
  })

  test('the page after a confirmation links to the product after the launch', async ({
    launched,
  }) => {
    const page = parse(await launched(fileOf('/waitlist/confirmed'))).querySelector('main')
    expect(linksTo(page ?? parse(''), PRODUCT)).toHaveLength(1)
    expect(JSON.parse(await launched('mails.json'))).toMatchObject({
      launch: { url: PRODUCT, isOpen: false },
      invite: { html: expect.not.stringContaining('{{friend}}') },
      friend: { html: expect.not.stringMatching(/\{\{(?:friend|place)\}\}/) },
    })
  })
})

test('with WAITLIST=closed, only the form is gone, and its page tells people on the list that their place is safe', async ({
  closed,
  read,
}) => {
  const page = parse(await closed(fileOf('/waitlist')))
  expect(page.querySelector('main form')).toBeNull()
  const words = await wordsWith('WAITLIST', 'closed')
  expect(page.querySelector('main')?.text).toContain(words?.text)
  const pricing = parse(await closed(fileOf('/pricing'))).querySelector('main')
  expect(pricing?.text).toBe((await read('/pricing')).querySelector('main')?.text)
  const buttons = linksTo(parse(await closed(fileOf('/'))), '/waitlist')
  expect(buttons).toEqual(linksTo(await read('/'), '/waitlist'))
  const { friend } = JSON.parse(await closed('mails.json'))
  expect(friend.html).not.toMatch(/\{\{(?:friend|place)\}\}/)
})
