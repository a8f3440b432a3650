import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WAITLIST_PATH } from '../../api/contract/waitlist.ts'
import { paths } from '../../web/content/navigation.ts'
import { form, notices } from '../../web/content/waitlist.ts'
import { launchBrowser } from '../support/browser.ts'
import { openPage } from '../support/browser-page.ts'
import { psql, type Stack } from './stack.ts'

/** Visitors who join in a browser, through nginx, down to the row in the table. */
export function signups(running: () => Stack): void {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test('a visitor joins', async () => {
    const page = await openPage(browser)
    await page.goto(running().url + paths.waitlist)
    await fillIn(page, { firstName: 'Grace', email: 'grace@shop.example' })

    expect(await submit(page)).toBe(201)
    await page.getByText(notices.joined.title).waitFor()
    expect(await row(running(), 'grace@shop.example')).toBe('Grace|Okafor|Okafor Candles|agency')
  })

  test('a visitor joins without JavaScript', async () => {
    const page = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(running().url + paths.waitlist)
    await fillIn(page, { firstName: 'Ada', email: 'ada@shop.example' })

    expect(await submit(page)).toBe(201)
    await page.getByRole('heading', { name: notices.joined.title }).waitFor()
    expect(await row(running(), 'ada@shop.example')).toBe('Ada|Okafor|Okafor Candles|agency')
  })
}

async function fillIn(page: Page, { firstName, email }: { firstName: string; email: string }) {
  const { fields } = form
  await page.getByLabel(fields.firstName.label).fill(firstName)
  await page.getByLabel(fields.lastName.label).fill('Okafor')
  await page.getByLabel(fields.email.label).fill(email)
  await page.getByLabel(fields.company.label).fill('Okafor Candles')
  await page.getByLabel(fields.role.label).selectOption({ label: 'Agency Owner' })
}

/** Returns the status that the browser was answered. */
async function submit(page: Page): Promise<number> {
  const answer = page.waitForResponse((response) => response.url().endsWith(WAITLIST_PATH))
  await page.getByRole('button', { name: form.submit }).click()
  return (await answer).status()
}

const row = (stack: Stack, email: string): Promise<string> =>
  psql(stack, `SELECT first_name, last_name, company, role FROM signups WHERE email = '${email}'`)
