import type { Locator, Page } from 'playwright'
import type { WaitlistForm } from '../../api/contract/waitlist.ts'
import { paths } from '../../web/content/navigation.ts'
import { form } from '../../web/content/waitlist.ts'
import type { PageOptions } from './browser-page.ts'
import type { Site } from './site.ts'

const TEXTS = ['firstName', 'lastName', 'email', 'company'] as const

/** The fields that a person sees. */
export const VISIBLE = [...TEXTS, 'role'] as const

/** The browser's own note about an answer that is an error, or that does not come. */
export const FAILED_NOTE = /Failed to load resource/

export const field = (page: Page, name: keyof WaitlistForm): Locator =>
  page.getByLabel(form.fields[name].label, { exact: false })

export const submit = (page: Page): Locator => page.locator('button[type=submit]')

/** Comes back when the form is React's: from then on the browser's own checks are off. */
export async function formHydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLFormElement>('form[action]')?.noValidate,
  )
}

/** Opens the waitlist page and comes back when its form can be used. */
export async function openForm({ open }: Site, options: PageOptions = {}): Promise<Page> {
  const page = await open(paths.waitlist, options)
  await formHydrated(page)
  return page
}

/** Fills the waitlist form in, as somebody with a mouse does. */
export async function fillForm(page: Page, person: WaitlistForm): Promise<void> {
  for (const name of TEXTS) await field(page, name).fill(person[name])
  await field(page, 'role').selectOption(person.role)
}
