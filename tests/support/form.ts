import type { Locator, Page } from 'playwright'
import {
  FIELDS,
  QUESTION_NAMES,
  type QuestionName,
  type WaitlistForm,
  WORDS,
} from '../../api/contract/waitlist.ts'
import { paths } from '../../web/content/navigation.ts'
import type { PageOptions } from './browser-page.ts'
import type { Site } from './site.ts'

/** The browser's own note about an answer that is an error, or that does not come. */
export const FAILED_NOTE = /Failed to load resource/

/** A question's control by its whole label, because one label may contain another. */
export function field(page: Page, name: QuestionName): Locator {
  const { label, required } = FIELDS[name]
  return page.getByLabel(required ? label : `${label} (${WORDS.optional})`, { exact: true })
}

/** The questions that are answered by typing. */
export const TYPED_NAMES = QUESTION_NAMES.filter((name) => FIELDS[name].type !== 'choice')

export const submit = (page: Page): Locator => page.locator('button[type=submit]')

/** Returns when the form is React's: from then on the browser's own checks are off. */
export async function formHydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLFormElement>('form[action]')?.noValidate,
  )
}

/** Opens the waitlist page and returns when its form can be used. */
export async function openForm({ open }: Site, options: PageOptions = {}): Promise<Page> {
  const page = await open(paths.waitlist, options)
  await formHydrated(page)
  return page
}

/** Fills the waitlist form in, as a person with a mouse does. */
export async function fillForm(page: Page, person: WaitlistForm): Promise<void> {
  for (const name of QUESTION_NAMES) {
    if (TYPED_NAMES.includes(name)) await field(page, name).fill(person[name])
    else await field(page, name).selectOption(person[name])
  }
}
