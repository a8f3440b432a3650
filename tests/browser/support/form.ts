import type { Locator, Page } from '@playwright/test'
import {
  FIELDS,
  QUESTION_NAMES,
  type QuestionName,
  signupAddress,
  type WaitlistForm,
  WORDS,
} from '../../../contract/waitlist.ts'
import type { Open, PageOptions } from './test.ts'
import { expectProblems } from './watch.ts'

/** The browser's console error about a response with an error status, or a failed request. */
export const FAILED_NOTE = /Failed to load resource/

/** A pattern for Playwright that matches the form's requests. */
export const SIGNUPS = `**${signupAddress()}*`

/** The argument of `Route.fulfill`, or the reason for which the request fails. */
type FakeResponse = string | { status: number; body?: string; json?: object }

/** Finds a question's control by its full label, because one label may contain another. */
export function field(page: Page, name: QuestionName): Locator {
  const { label, required } = FIELDS[name]
  return page.getByLabel(required ? label : `${label} (${WORDS.optional})`, { exact: true })
}

export const TYPED_NAMES = QUESTION_NAMES.filter((name) => FIELDS[name].type !== 'choice')

export const CHOSEN_NAMES = QUESTION_NAMES.filter((name) => FIELDS[name].type === 'choice')

export const submit = (page: Page): Locator => page.locator('button[type=submit]')

/** Resolves when the form is hydrated, which leaves it with one button. */
export async function formHydrated(page: Page): Promise<void> {
  await page.locator('form[action]:not(:has(> button + button))').waitFor()
}

export async function openForm(open: Open, options: PageOptions = {}): Promise<Page> {
  const page = await open('/waitlist', options)
  await formHydrated(page)
  return page
}

/** The values of the form's fields, as the browser would send them. */
export const valuesOf = (page: Page) =>
  page.locator('form[action]').evaluate((element: HTMLFormElement) => ({
    ...Object.fromEntries(new FormData(element)),
  }))

/** Responds to the form's requests with a failure that the test chooses. */
export async function failRequests(page: Page, response: FakeResponse): Promise<void> {
  expectProblems(page, FAILED_NOTE)
  await page.route(SIGNUPS, (route) =>
    typeof response === 'string' ? route.abort(response) : route.fulfill(response),
  )
}

/** Fills in the waitlist form as a person with a mouse does. */
export async function fillForm(page: Page, person: WaitlistForm): Promise<void> {
  for (const name of TYPED_NAMES) await field(page, name).fill(person[name])
  for (const name of CHOSEN_NAMES) await field(page, name).selectOption(person[name])
}
