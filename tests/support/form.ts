import type { Page } from 'playwright'
import type { WaitlistForm } from '../../api/contract/waitlist.ts'
import { form } from '../../web/content/waitlist.ts'

/** Fills the waitlist form in, as somebody with a mouse does. */
export async function fillForm(page: Page, person: WaitlistForm): Promise<void> {
  for (const name of ['firstName', 'lastName', 'email', 'company'] as const) {
    await page.getByLabel(form.fields[name].label, { exact: false }).fill(person[name])
  }
  await page.getByLabel(form.fields.role.label).selectOption(person.role)
}
