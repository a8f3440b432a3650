// Guards form-without-scripts.

import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { QUESTION_NAMES, type WaitlistForm } from '../../../contract/waitlist.ts'
import { notices } from '../../../web/content/waitlist.ts'
import { launchBrowser } from '../../support/browser.ts'
import { describeStackInBrowser, test } from '../../support/fixtures/stack.ts'
import { fillForm, submit } from '../../support/form.ts'
import { newPerson } from '../../support/people.ts'
import { psql } from '../../support/stack/stack.ts'
import { folded } from '../../support/stack/tables.ts'
import { openWatched, unlessBroken } from './watched-page.ts'

async function signUp(page: Page, form: string, person: WaitlistForm): Promise<void> {
  await page.goto(form)
  await fillForm(page, person)
  await submit(page).click()
  await page.getByText(notices.joined.title).first().waitFor()
}

describeStackInBrowser('a signup through the whole stack', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test.for([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ] as const)(
    'a visitor joins %s, and the table holds every value',
    async ([_, javaScriptEnabled], { secure }) => {
      const person = newPerson()
      const { page, problems } = await openWatched(browser, { javaScriptEnabled })
      onTestFinished(() => page.context().close())
      await unlessBroken(page, signUp(page, `${secure.url}/waitlist`, person))
      expect(problems).toEqual([])

      const columns = QUESTION_NAMES.join(', ')
      await folded(secure)
      const sql = `SELECT ${columns} FROM waitlist WHERE email = '${person.email}'`
      expect(await psql(secure, sql)).toBe(QUESTION_NAMES.map((name) => person[name]).join('|'))
    },
  )
})
