import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { visit } from 'unist-util-visit'
import {
  FIELDS,
  JOINED_PATH,
  type QuestionName,
  type WaitlistForm,
} from '../../contract/waitlist.ts'
import { site } from '../../local/site/serve.ts'
import { joined } from '../../web/content/link-pages.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { freshDatabase } from '../support/database.ts'
import { newPerson } from '../support/people.ts'
import { postgresUrl } from '../support/shared.ts'
import { NO_SCRIPT } from '../support/site.ts'
import { SITE } from '../support/site-setup.ts'
import { FAILED_NOTE } from './support/form.ts'
import { test as base, expect, type PageOptions } from './support/test.ts'

// Runs the snippets in docs/own-form.md unchanged, on a page from another origin.

const [FORM = '', SCRIPT = ''] = snippets('docs/own-form.md', 'html')

function snippets(file: string, language: string): string[] {
  const found: string[] = []
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  visit(fromMarkdown(text), 'code', ({ lang, value }) => {
    if (lang === language) found.push(value)
  })
  return found
}

interface Fixtures {
  /** Serves one page, which a test sets. To browsers, `localhost` and the app's `127.0.0.1` are different sites. */
  readonly shop: { page: string; readonly origin: string }
  readonly shopApp: TestApp
  readonly openShop: (html: string, options?: PageOptions) => Promise<Page>
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures from it
  shop: async ({}, use) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(shop.page)
    })
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const shop = {
      page: '',
      origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    }
    await use(shop)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
  shopApp: async ({ shop }, use) => {
    const url = await freshDatabase(postgresUrl(), 'migrated')
    const app = await startApp(url, { CORS_ORIGIN: shop.origin }, { site: site(SITE) })
    await use(app)
    await app.close()
  },
  openShop: ({ openBlank, shop, shopApp }, use) =>
    use(async (html, options) => {
      const body = html.replaceAll('https://www.example.com', shopApp.origin)
      shop.page = `<!doctype html><link rel="icon" href="data:,"><title>Shop</title>${body}`
      const page = await openBlank(options)
      await page.goto(shop.origin)
      return page
    }),
})

/** Fills in every field that has a label on the screen, and sends the form. */
async function join(page: Page, person: WaitlistForm): Promise<void> {
  for (const control of await page.locator('label > :is(input, select):visible').all()) {
    const name = (await control.getAttribute('name')) as QuestionName
    await (FIELDS[name].type === 'choice'
      ? control.selectOption(person[name])
      : control.fill(person[name]))
  }
  await page.getByRole('button').click()
}

/** Returns the last choice that the form offers for a question. */
const lastChoice = (name: QuestionName): string =>
  new RegExp(`name="${name}"[\\s\\S]*?value="(\\w+)">[^<]*</option>\\s*</select>`).exec(
    FORM,
  )?.[1] ?? ''

test('a visitor can join with a plain HTML form, which sends source and consent', async ({
  shopApp,
  openShop,
}) => {
  const person = newPerson({ role: lastChoice('role') as WaitlistForm['role'] })
  const page = await openShop(FORM, NO_SCRIPT)
  await join(page, person)
  await page.waitForURL(shopApp.origin + JOINED_PATH)
  await expect(page.getByRole('heading', { name: joined.title })).toBeVisible()
  const { first_name, role } = person
  expect(await shopApp.people()).toContainEqual(
    expect.objectContaining({
      email: person.email,
      first_name,
      role,
      source: 'shop',
      consent: /consent=([\d-]+)/.exec(FORM)?.[1],
    }),
  )
})

test('a form with the documented script shows the response without leaving the page', async ({
  shopApp,
  openShop,
}) => {
  const person = newPerson({ role: lastChoice('role') as WaitlistForm['role'] })
  const page = await openShop(FORM + SCRIPT, { expected: [FAILED_NOTE] })
  const said = page.getByRole('status')
  await join(page, { ...person, email: 'ada@example' })
  await expect(said).toContainText(FIELDS.email.messages.malformed)
  await join(page, person)
  await expect(said).toContainText('please confirm')
  await expect(page.locator('[name=first_name]')).toHaveValue('')
  expect(await shopApp.people()).toContainEqual(
    expect.objectContaining({ email: person.email, source: 'shop' }),
  )

  await shopApp.close()
  await join(page, person)
  await expect(said).toContainText('cannot be reached')
  await expect(page.locator('[name=email]')).toHaveValue(person.email)
})
