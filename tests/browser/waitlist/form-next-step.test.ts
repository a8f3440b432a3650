import type { Page } from '@playwright/test'
import { RESEND_PATH, RESENT } from '../../../contract/waitlist.ts'
import { brand } from '../../../web/content/brand.ts'
import { nextStep } from '../../../web/content/waitlist.ts'
import { newPerson } from '../../support/people.ts'
import { headline } from '../../support/routes.ts'
import { stopClock } from '../support/clock.ts'
import { FAILED_NOTE, fillForm, formHydrated, openForm, submit } from '../support/form.ts'
import { expect, type Open, test } from '../support/test.ts'
import { expectProblems } from '../support/watch.ts'

const resend = (page: Page) => page.getByRole('button', { name: nextStep.resend })

const shows = async (page: Page, text: string) => (await page.content()).includes(text)

/** Runs in the page: adds a share sheet that records what is shared. */
function addShareSheet(): void {
  Object.assign(navigator, {
    share: async (data: ShareData) => Object.assign(window, { shared: data }),
  })
}

const removeShareSheet = () => Reflect.deleteProperty(Navigator.prototype, 'share')

test.describe('the notice after a signup', () => {
  /** Sends the form with a clock that the test can move. */
  async function join(open: Open, options: Parameters<typeof openForm>[1] = {}) {
    const page = await openForm(open, options)
    await stopClock(page)
    const person = newPerson()
    await fillForm(page, person)
    await submit(page).click()
    await expect(resend(page)).toBeVisible()
    return { page, person }
  }

  test('the notice after a signup can send the email again after a minute, or says why it cannot', async ({
    open,
  }) => {
    const { page, person } = await join(open, { inPage: removeShareSheet })
    await expect(page.getByRole('button', { name: nextStep.share })).toHaveCount(0)
    expectProblems(page, FAILED_NOTE)
    const bodies: unknown[] = []
    await page.route(`**${RESEND_PATH}`, (route) => {
      bodies.push(route.request().postDataJSON())
      if (bodies.length === 1) return route.fulfill({ status: 202, json: RESENT })
      const refusal = { status: 429, json: { error: 'Too many requests.' } }
      return bodies.length === 2 ? route.fulfill(refusal) : route.abort()
    })
    const said = (sentence: string) =>
      page.locator('[aria-live=polite]').getByText(sentence, { exact: true })
    await page.clock.runFor(1_000)

    await resend(page).focus()
    await expect(resend(page)).toHaveAttribute('aria-disabled', 'true')
    const described = await resend(page).getAttribute('aria-describedby')
    const wait = page.locator(`#${described}`)
    await expect(wait).toHaveText(/\b5\d\b/)
    const live = wait.locator('xpath=ancestor-or-self::*[@role="status" or @aria-live]')
    await expect(live).toHaveCount(0)
    await page.keyboard.press('Enter')

    await page.clock.runFor(56_000)
    await expect(wait).toHaveText(/\b[1-4]\b/)
    await page.clock.runFor(4_000)
    await expect(page.getByText(nextStep.ready)).toBeVisible()
    await expect(resend(page)).toHaveAttribute('aria-disabled', 'false')
    expect(bodies).toEqual([])

    await page.keyboard.press('Enter')
    await expect(said(nextStep.resent)).toBeVisible()
    expect(bodies).toEqual([{ email: person.email }])
    await expect(resend(page)).toBeFocused()
    await expect(resend(page)).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await page.clock.runFor(60_000)
    expect(bodies).toHaveLength(1)
    await page.keyboard.press('Enter')
    await expect(said('Too many requests.')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(said(nextStep.failed)).toBeVisible()
    expect(bodies).toHaveLength(3)
  })

  test('the notice after a signup offers to share the site, and forgets the address once the visitor leaves the page', async ({
    open,
  }) => {
    const { page, person } = await join(open, { inPage: addShareSheet })
    const { email } = person
    await expect(page.getByRole('status').getByText(`${nextStep.sent} ${email}.`)).toBeVisible()
    await page.getByRole('button', { name: nextStep.share }).click()
    expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual({
      title: brand.name,
      url: brand.origin,
    })
    await page.getByRole('contentinfo').locator('[href="/pricing"]').click()
    await expect(headline(page, '/pricing')).toBeVisible()
    expect(await shows(page, email)).toBe(false)
    await page.goBack()
    await formHydrated(page)
    expect(await shows(page, email)).toBe(false)
  })
})
