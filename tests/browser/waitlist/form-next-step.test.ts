// Guards form-sends-again.

import type { Page } from '@playwright/test'
import { RESEND_PATH, RESENT } from '../../../contract/waitlist.ts'
import { brand } from '../../../web/content/brand.ts'
import { nextStep, notices } from '../../../web/content/waitlist.ts'
import { expect, type Open, test } from '../../support/browser/test.ts'
import { expectProblems } from '../../support/browser/watch.ts'
import { FAILED_NOTE, fillForm, formHydrated, openForm, submit } from '../../support/form.ts'
import { newPerson } from '../../support/people.ts'
import { headline } from '../../support/routes.ts'

const resend = (page: Page) => page.getByRole('button', { name: nextStep.resend })

/** Whether any text or attribute of the page has the words. */
const shows = async (page: Page, text: string) => (await page.content()).includes(text)

/** Runs in the page: a browser with a share sheet, which records what it shares. */
function addShareSheet(): void {
  Object.assign(navigator, {
    share: async (data: ShareData) => Object.assign(window, { shared: data }),
  })
}

/** Runs in the page: a browser without a share sheet. */
const removeShareSheet = () => Reflect.deleteProperty(Navigator.prototype, 'share')

test.describe('the notice of a signup', () => {
  /** Sends the form with a clock that the test can move. */
  async function join(open: Open, options: Parameters<typeof openForm>[1] = {}) {
    const page = await openForm(open, options)
    await page.clock.install()
    const person = newPerson()
    await fillForm(page, person)
    await submit(page).click()
    await expect(resend(page)).toBeVisible()
    return { page, person }
  }

  /** Answers requests for another email, and records their bodies. */
  async function answerResend(page: Page, answer: { status: number; json: object } | 'failed') {
    const bodies: unknown[] = []
    await page.route(`**${RESEND_PATH}`, (route) => {
      bodies.push(route.request().postDataJSON())
      return answer === 'failed' ? route.abort() : route.fulfill(answer)
    })
    if (answer === 'failed' || answer.status >= 400) expectProblems(page, FAILED_NOTE)
    return bodies
  }

  test('announces the address that it was sent from, which no later page shows, and offers no sharing without a sheet', async ({
    open,
  }) => {
    const page = await openForm(open, { inPage: removeShareSheet })
    const person = newPerson()
    await fillForm(page, person)
    await submit(page).click()
    const { email } = person
    await expect(page.getByRole('status').getByText(`${nextStep.sent} ${email}.`)).toBeVisible()
    await expect(page.getByRole('button', { name: nextStep.share })).toHaveCount(0)

    await page.getByRole('contentinfo').locator('[href="/pricing"]').click()
    await expect(headline(page, '/pricing')).toBeVisible()
    expect(await shows(page, email)).toBe(false)
    await page.goBack()
    await formHydrated(page)
    expect(await shows(page, email)).toBe(false)
  })

  test('says for a minute why the email cannot be sent again, without announcing each second, then sends it by the keyboard and waits again', async ({
    open,
  }) => {
    const { page, person } = await join(open)
    const bodies = await answerResend(page, { status: 202, json: RESENT })
    const reason = (seconds: number) => page.getByText(nextStep.wait(seconds))
    await page.clock.runFor(1_000)
    await expect(page.locator('[role=status], [aria-live]').getByText(/ seconds\./)).toHaveCount(0)

    await resend(page).focus()
    await expect(resend(page)).toHaveAttribute('aria-disabled', 'true')
    const described = await resend(page).getAttribute('aria-describedby')
    await expect(page.locator(`#${described}`)).toHaveText(/again in 5\d seconds\.$/)
    await page.keyboard.press('Enter')

    await page.clock.runFor(56_000)
    await expect(page.getByText(/again in [1-4] seconds?\./)).toHaveCount(1)
    await page.clock.runFor(4_000)
    await expect(page.getByText(nextStep.ready)).toBeVisible()
    await expect(reason(1)).toHaveCount(0)
    await expect(resend(page)).toHaveAttribute('aria-disabled', 'false')
    expect(bodies).toEqual([])

    await page.keyboard.press('Enter')
    await expect(page.locator('[aria-live=polite]').getByText(nextStep.resent)).toBeVisible()
    expect(bodies).toEqual([{ email: person.email }])
    await expect(resend(page)).toBeFocused()
    await expect(resend(page)).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await page.clock.runFor(60_000)
    expect(bodies).toHaveLength(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => bodies).toHaveLength(2)
  })

  test('says in the words of the API or in its own why another email cannot be asked for, and can be tried again at once', async ({
    open,
  }) => {
    const { page } = await join(open)
    await page.clock.runFor(60_000)
    for (const [answer, sentence] of [
      ['failed', nextStep.failed],
      [
        { status: 429, json: { error: 'Too many requests came from your network.', code: 'X' } },
        'Too many requests came from your network.',
      ],
      [{ status: 200, json: {} }, nextStep.failed],
    ] as const) {
      const bodies = await answerResend(page, answer)
      await resend(page).click()
      await expect.poll(() => bodies).toHaveLength(1)
      await expect(
        page.locator('[aria-live=polite]').getByText(sentence, { exact: true }),
      ).toBeVisible()
    }
  })

  test('shares the address of the site and nothing about the visitor, and goes away as a whole when it is dismissed', async ({
    open,
  }) => {
    const { page, person } = await join(open, { inPage: addShareSheet })
    await page.getByRole('button', { name: nextStep.share }).click()
    expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual({
      title: brand.name,
      url: brand.origin,
    })
    await page.getByRole('button', { name: notices.dismiss }).click()
    await expect(resend(page)).toHaveCount(0)
    expect(await shows(page, person.email)).toBe(false)
  })
})
