import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUESTION_NAMES, WAITLIST_PATH, type WaitlistForm } from '../../api/contract/waitlist.ts'
import { paths } from '../../web/content/navigation.ts'
import { notices } from '../../web/content/waitlist.ts'
import { launchBrowser } from '../support/browser.ts'
import { openPage } from '../support/browser-page.ts'
import { fillForm, submit } from '../support/form.ts'
import { somebody } from '../support/people.ts'
import { psql, type Stack } from './stack.ts'

/** Visitors who join in a browser, through nginx, down to the row in the table. */
export function signups(running: () => Stack): void {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('a visitor joins %s, and the list holds every answer', async (_, javaScriptEnabled) => {
    const person = somebody()
    const page = await openPage(browser, { javaScriptEnabled })
    await page.goto(running().url + paths.waitlist)
    await fillForm(page, person)

    expect(await send(page)).toBe(201)
    await page.getByText(notices.joined.title).first().waitFor()
    expect(await listed(running(), person)).toBe(answersOf(person))
  })
}

/** Returns the status of the response to the form. */
async function send(page: Page): Promise<number> {
  const response = page.waitForResponse((response) => response.url().endsWith(WAITLIST_PATH))
  await submit(page).click()
  return (await response).status()
}

const answersOf = (person: WaitlistForm): string =>
  QUESTION_NAMES.map((name) => person[name]).join('|')

const listed = (stack: Stack, { email }: WaitlistForm): Promise<string> =>
  psql(stack, `SELECT ${QUESTION_NAMES.join(', ')} FROM people WHERE email = '${email}'`)
