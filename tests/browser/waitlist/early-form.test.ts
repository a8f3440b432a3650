import { FIELDS } from '../../../contract/waitlist.ts'
import { form } from '../../../web/content/waitlist.ts'
import { FREE_TEXT, newPerson } from '../../support/people.ts'
import { NO_SCRIPT } from '../../support/site.ts'
import { FAILED_NOTE, field, fillForm, formHydrated, submit, valuesOf } from '../support/form.ts'
import { CHUNKS, holdScripts } from '../support/scripts.ts'
import { expect, type OpenBlank, type PageOptions, test } from '../support/test.ts'

/** React's error when the page differs from the server's HTML, so that React must render it from scratch. */
const HYDRATION_ERROR = /React error #418/

test.describe('the form before it is hydrated', () => {
  /** Opens the form, and holds its scripts back until the test lets them in. */
  async function openEarly(openBlank: OpenBlank, options: PageOptions = {}) {
    const page = await openBlank(options)
    const scripts = await holdScripts(page)
    await page.goto('/waitlist', { waitUntil: 'commit' })
    return { page, letScriptsIn: scripts.resolve }
  }

  test('the form keeps what was entered before and during hydration', async ({ openBlank }) => {
    const { page, letScriptsIn } = await openEarly(openBlank)
    const person = newPerson()
    await fillForm(page, { ...person, first_name: '' })
    await field(page, 'first_name').evaluate((input: HTMLInputElement, name) => {
      input.value = name
    }, person.first_name)
    await field(page, FREE_TEXT).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' and')
    letScriptsIn()
    await formHydrated(page)
    await page.keyboard.type(' Sons')
    await expect(submit(page)).toBeEnabled()
    expect(await valuesOf(page)).toEqual({
      ...person,
      [FREE_TEXT]: `${person[FREE_TEXT]} and Sons`,
    })
  })

  test('the button is disabled until the browser finds the form valid', async ({ openBlank }) => {
    const { page, letScriptsIn } = await openEarly(openBlank)
    const button = page.getByRole('button', { name: form.submit })
    await expect(button).toBeDisabled()
    await fillForm(page, newPerson())
    await expect(button).toBeEnabled()
    await field(page, 'email').fill('ada@')
    await expect(button).toBeDisabled()
    letScriptsIn()
    await formHydrated(page)
    await expect(button).toBeDisabled()
    await field(page, 'email').fill('ada@example.com')
    await expect(button).toBeEnabled()
  })

  test('the form keeps its values when an extension changes the page', async ({ openBlank }) => {
    const { page, letScriptsIn } = await openEarly(openBlank, { expected: [HYDRATION_ERROR] })
    const person = newPerson()
    await fillForm(page, person)
    await page.evaluate(change)
    letScriptsIn()
    await formHydrated(page)
    expect(await valuesOf(page)).toEqual(person)
  })
})

test('if the validation rules do not load, the browser decides when the button is enabled', async ({
  openBlank,
}) => {
  const page = await openBlank({ expected: [FAILED_NOTE] })
  let missing = false
  await page.route(CHUNKS, async (route) => {
    const response = await route.fetch()
    // Only yup's script contains this message.
    const isRules = (await response.text()).includes('is a required field')
    missing ||= isRules
    await (isRules ? route.abort() : route.fulfill({ response }))
  })
  await page.goto('/waitlist')
  await formHydrated(page)
  await field(page, 'email').fill('ada@example.com')
  await expect.poll(() => missing).toBe(true)
  await expect(submit(page)).toBeDisabled()
  await field(page, 'email').press('Enter')
  const empty = page.locator('form[action] :is(input, select):invalid').first()
  await expect(empty).toBeFocused()
  await fillForm(page, newPerson())
  await expect(submit(page)).toBeEnabled()
  await field(page, 'first_name').fill('')
  await expect(submit(page)).toBeDisabled()
  await page.unrouteAll({ behavior: 'wait' })
})

test('without JavaScript, the form explains its fields and keeps their values', async ({
  open,
}) => {
  const page = await open('/waitlist', { ...NO_SCRIPT, expected: [FAILED_NOTE] })
  const input = field(page, 'email')
  const border = () => input.evaluate((element) => getComputedStyle(element).borderColor)
  const malformed = FIELDS.email.messages.malformed
  // The placeholder of the select may say the same.
  const unchosen = page.getByRole('paragraph').filter({ hasText: FIELDS.role.message })
  const before = await border()
  await expect(page.getByText(malformed)).toBeHidden()
  // Unlike `fill`, typing makes the field `:user-invalid`.
  await input.pressSequentially('nope')
  await input.blur()
  await expect(page.getByText(malformed)).toBeVisible()
  await expect.poll(border).not.toBe(before)
  await expect(unchosen).toBeHidden()
  await submit(page).click()
  await expect(unchosen).toBeVisible()

  // The browser accepts this address, but the API does not.
  const person = newPerson({ email: 'ada@localhost' })
  await fillForm(page, person)
  await submit(page).click()
  await expect(page.getByText(FIELDS.email.sentence)).toBeVisible()
  await page.goBack()
  await expect.poll(() => valuesOf(page)).toEqual(person)
})

/** Runs in the page: adds an element, as extensions do, and wraps each piece of text, as translation tools do. */
function change(): void {
  document.querySelector('#email')?.before(document.createElement('div'))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const nodes: Node[] = []
  while (texts.nextNode()) nodes.push(texts.currentNode)
  for (const node of nodes) {
    const font = document.createElement('font')
    node.parentNode?.replaceChild(font, node)
    font.append(node)
  }
}
