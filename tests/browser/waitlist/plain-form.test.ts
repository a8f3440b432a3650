import type { Page } from '@playwright/test'
import { parse } from 'node-html-parser'
import {
  FIELDS,
  type FieldName,
  HONEYPOT,
  QUESTION_NAMES,
  sentenceOf,
  signupAddress,
} from '../../../contract/waitlist.ts'
import { CORPUS } from '../../contract/corpus.ts'
import { newPerson } from '../../support/people.ts'
import { NO_SCRIPT } from '../../support/site.ts'
import { fillForm, valuesOf } from '../support/form.ts'
import { expect, test } from '../support/test.ts'

/** Returns the message below a field whose value the browser refuses; undefined if it accepts the value. */
const refusalOf = (page: Page, name: FieldName) =>
  page.locator(`[name=${name}]`).evaluate((control: HTMLInputElement | HTMLSelectElement) => {
    if (control.checkValidity()) return undefined
    return control.closest('form > * > *')?.querySelector(':scope > p')?.textContent ?? ''
  })

/** Returns the message on the page that follows the form; undefined if the person has joined. */
async function refusalOfApi(page: Page): Promise<string | undefined> {
  const form = (await valuesOf(page)) as Record<string, string>
  const response = await page.request.post(signupAddress(), { form, maxRedirects: 0 })
  if (response.status() === 303) return undefined
  return parse(await response.text()).querySelector('p')?.text
}

/** Returns the values that a visitor can enter into a field. */
const enterable = (name: FieldName) =>
  CORPUS.flatMap(({ field, what, value, messages: { plain } }) => {
    const { type, options = [] } = { options: undefined, ...FIELDS[field] }
    const isOption = options.some((option) => option.value === value)
    return field === name && typeof value === 'string' && (type !== 'choice' || isOption)
      ? [{ what, value, message: plain }]
      : []
  })

for (const name of [...QUESTION_NAMES, HONEYPOT]) {
  test(`without scripts, the form refuses the same answers to ${name} with the same messages`, async ({
    open,
  }) => {
    // Each of up to 40 answers takes a few calls to the browser.
    test.slow()
    const page = await open('/waitlist', NO_SCRIPT)
    await fillForm(page, newPerson())
    const control = page.locator(`[name=${name}]`)
    const found: Record<string, string | undefined> = {}
    const expected: Record<string, string | undefined> = {}
    for (const { what, value, message } of enterable(name)) {
      await (FIELDS[name].type === 'choice' ? control.selectOption(value) : control.fill(value))
      const refusal = await refusalOf(page, name)
      found[what] = refusal === undefined ? await refusalOfApi(page) : sentenceOf(name, refusal)
      expected[what] = message && sentenceOf(name, message)
    }
    expect(found).toEqual(expected)
  })
}
