import type { Page } from '@playwright/test'
import { FRIEND_WORDS, LINK_PATHS } from '../../../contract/waitlist.ts'
import { donePages, linkPages } from '../../../web/content/link-pages.ts'
import { notices } from '../../../web/content/waitlist.ts'
import { fillForm, openForm, submit } from '../../browser/support/form.ts'
import { expect, test } from '../../browser/support/test.ts'
import { newPerson } from '../../support/people.ts'
import { stacks } from '../support/shared.ts'
import { openStack } from '../support/stack.ts'

interface InboxMail {
  readonly to: readonly { readonly address: string }[]
  readonly html: string
}

async function emailTo(email: string): Promise<string> {
  const inbox = `http://127.0.0.1:${stacks?.secure.mailboxPort}/api/email`
  const own = async () => {
    const mails = (await (await fetch(inbox)).json()) as InboxMail[]
    return mails.filter(({ to }) => to.some(({ address }) => address === email))
  }
  await expect.poll(own).toHaveLength(1)
  return (await own())[0]?.html ?? ''
}

const linkTo = (mail: Page, path: string) => mail.locator(`a[href*="${path}?"]`).first()

test('a person joins, confirms and leaves through the email’s links, and the log does not identify the person', async ({
  app,
  open,
  openBlank,
}) => {
  const person = newPerson()
  const form = await openForm(open)
  await fillForm(form, person)
  await submit(form).click()
  await expect(form.getByText(notices.joined.title)).toBeVisible()

  const mail = await openBlank()
  await mail.setContent(await emailTo(person.email))
  const row = async () => (await app.people()).find(({ email }) => email === person.email)
  expect(await row()).toMatchObject({ confirmed_at: null })
  // MailDev opens the first link of an email in a new tab.
  const opened = mail.context().waitForEvent('page')
  await linkTo(mail, LINK_PATHS.confirm).click()
  const confirmed = await opened
  await expect(confirmed.getByRole('heading', { name: FRIEND_WORDS.title })).toBeVisible()
  await expect(confirmed.getByRole('link', { name: `${app.origin}/?ref=` })).toBeVisible()
  expect(await row()).toMatchObject({ confirmed_at: expect.any(Date), left_at: null })

  await mail.bringToFront()
  await linkTo(mail, LINK_PATHS.leave).click()
  await mail.getByRole('button', { name: linkPages.leave.button }).click()
  await expect(mail.getByRole('heading', { name: donePages.left.title })).toBeVisible()
  expect(await row()).toMatchObject({ left_at: expect.any(Date) })

  if (stacks === null) return
  const log = await openStack(stacks.secure).compose('logs', '--no-color', 'worker')
  expect(log).toContain('confirm sent')
  expect(log).not.toContain(person.email)
})
