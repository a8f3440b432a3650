import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { visit } from 'unist-util-visit'
import { describe, expect } from 'vitest'
import { JOINED_PATH, type WaitlistForm } from '../../contract/waitlist.ts'
import { site } from '../../local/site/serve.ts'
import { joined } from '../../web/content/joined.ts'
import { openPage, type PageOptions } from '../support/browser-page.ts'
import { appWith } from '../support/fixtures/api.ts'
import { test as base } from '../support/fixtures/browser.ts'
import { FAILED_NOTE } from '../support/form.ts'
import { newPerson } from '../support/people.ts'
import { siteDir } from '../support/shared.ts'
import { NO_SCRIPT } from '../support/site.ts'

// The snippets of docs/own-form.md, run as they are in a page of another origin.

const [FORM = '', SCRIPT = ''] = snippets('docs/own-form.md', 'html')

function snippets(file: string, language: string): string[] {
  const found: string[] = []
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  visit(fromMarkdown(text), 'code', ({ lang, value }) => {
    if (lang === language) found.push(value)
  })
  return found
}

const test = base
  /** Serves one page, which a test sets. `localhost` is another site than the app's `127.0.0.1`. */
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of other fixtures from it
  .extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const shop = { page: '', origin: '' }
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(shop.page)
    })
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    onCleanup(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    shop.origin = `http://localhost:${(server.address() as AddressInfo).port}`
    return shop
  })
  .extend('app', { scope: 'file' }, ({ postgresUrl, shop }, context) =>
    appWith({ CORS_ORIGIN: shop.origin }, () => ({ site: site(siteDir()) }))(
      { postgresUrl },
      context,
    ),
  )
  .extend('openShop', ({ app, browser, shop }) => async (html: string, options?: PageOptions) => {
    const body = html.replaceAll('https://www.example.com', app.origin)
    shop.page = `<!doctype html><link rel="icon" href="data:,"><title>Shop</title>${body}`
    const page = await openPage(browser, options)
    await page.goto(shop.origin)
    return page
  })

async function join(page: Page, { first_name, last_name, email, role }: WaitlistForm) {
  for (const [label, text] of Object.entries({
    'First name': first_name,
    'Last name': last_name,
  })) {
    await page.getByLabel(label).fill(text)
  }
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role').selectOption(role)
  await page.getByRole('button').click()
}

describe('a form on another website', () => {
  test('of plain HTML leads to the page of the waitlist, and its person has source and consent', async ({
    app,
    openShop,
  }) => {
    const person = newPerson({ role: 'agency' })
    const page = await openShop(FORM, NO_SCRIPT)
    await join(page, person)
    await page.waitForURL(app.origin + JOINED_PATH)
    await page.getByRole('heading', { name: joined.title }).waitFor()
    const { first_name, role } = person
    expect(await app.people()).toContainEqual(
      expect.objectContaining({
        email: person.email,
        first_name,
        role,
        source: 'shop',
        agreed_to: /consent=([\d-]+)/.exec(FORM)?.[1],
      }),
    )
  })

  test('with the script stays there, and says what is wrong and what follows', async ({
    app,
    openShop,
  }) => {
    const person = newPerson()
    const page = await openShop(FORM + SCRIPT, { expected: [FAILED_NOTE] })
    const said = page.getByRole('status')
    await join(page, { ...person, email: 'ada@example' })
    await expect.poll(() => said.textContent()).toContain('Invalid email')
    await join(page, person)
    await expect.poll(() => said.textContent()).toContain('please confirm')
    expect(await page.getByLabel('First name').inputValue()).toBe('')
    expect(await app.people()).toContainEqual(
      expect.objectContaining({ email: person.email, source: 'shop' }),
    )

    await app.close()
    await join(page, person)
    await expect.poll(() => said.textContent()).toContain('cannot be reached')
    expect(await page.getByLabel('Email').inputValue()).toBe(person.email)
  })
})
