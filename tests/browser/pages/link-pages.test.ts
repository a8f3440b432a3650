import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { DATA_WORDS, FIELDS, LINK_PATHS, TOKEN, WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { donePages, expiredPage, linkPages } from '../../../web/content/link-pages.ts'
import type { TestApp } from '../../support/app.ts'
import { expect, type Open, type PageOptions, test } from '../../support/browser/test.ts'
import { select } from '../../support/database.ts'
import { createToken } from '../../support/links.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { hydrated } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'

const WAYS: readonly (readonly [string, PageOptions])[] = [
  ['with JavaScript', {}],
  ['without JavaScript', NO_SCRIPT],
]

test.describe('behind the links of a mail', () => {
  async function join(app: TestApp) {
    const person = newPerson()
    await app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
    return { person, token: await createToken(app.databaseUrl, person.email) }
  }
  const rowOf = async (app: TestApp, email: string) =>
    (await app.people()).find((row) => row.email_key === email)

  /** Opens the page of a link, hydrated if it has JavaScript. */
  async function follow(
    open: Open,
    link: keyof typeof LINK_PATHS,
    token: string,
    options: PageOptions = {},
  ) {
    const page = await open(`${LINK_PATHS[link]}?${TOKEN}=${token}`, options)
    if (options.javaScriptEnabled !== false) await hydrated(page)
    return page
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

  for (const [what, options] of WAYS) {
    test(`a person confirms ${what}, by pressing the button only`, async ({ app, open }) => {
      const { person, token } = await join(app)
      const page = await follow(open, 'confirm', token, options)
      expect((await rowOf(app, person.email))?.['confirmed_at']).toBeNull()
      await press(page, linkPages.confirm.button)
      await expect(page.getByRole('heading', { name: donePages.confirmed.title })).toBeVisible()
      const link = await page.getByRole('link', { name: `${app.origin}/?ref=` }).textContent()
      expect(link).toMatch(/\?ref=[a-z]{10}$/)
      expect((await rowOf(app, person.email))?.['confirmed_at']).toBeInstanceOf(Date)
    })
  }

  for (const [what, options] of WAYS) {
    test(`a person leaves ${what}`, async ({ app, open }) => {
      const { person, token } = await join(app)
      const page = await follow(open, 'leave', token, options)
      const loads: string[] = []
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
      })
      await press(page, linkPages.leave.button)
      await expect(page.getByRole('heading', { name: donePages.left.title })).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(loads).toEqual([LINK_PATHS.leave, '/waitlist/left'])
      expect((await rowOf(app, person.email))?.['left_at']).toBeInstanceOf(Date)
    })
  }

  for (const [what, options] of WAYS) {
    test(`a person sees, downloads and erases their data ${what}`, async ({ app, open }) => {
      const { person, token } = await join(app)
      const page = await follow(open, 'data', token, options)
      await press(page, linkPages.data.button)
      await expect(page.getByRole('heading', { name: DATA_WORDS.title, exact: true })).toBeVisible()
      await expect(page.getByText(person.email)).toBeVisible()
      await expect(page.getByText(FIELDS.role.options[0].label)).toBeVisible()

      const download = page.waitForEvent('download')
      await press(page, DATA_WORDS.download)
      expect((await download).suggestedFilename()).toBe('my-data.json')
      const file = await readFile(await (await download).path(), 'utf8')
      expect(JSON.parse(file)).toMatchObject({ email: person.email, first_name: person.first_name })

      await page.getByText(DATA_WORDS.erase, { exact: true }).click()
      await expect(page.getByText(DATA_WORDS.warning)).toBeVisible()
      await press(page, DATA_WORDS.confirmErase)
      await expect(page.getByRole('heading', { name: donePages.erased.title })).toBeVisible()
      expect(await rowOf(app, person.email)).toBeUndefined()

      const again = await follow(open, 'data', token, { ...options, expected: [/status of 404/] })
      await press(again, linkPages.data.button)
      await expect(again.getByText('If you erased your entry, it is gone')).toBeVisible()
    })
  }

  test('a page tells that a link is unknown instead of showing data', async ({ open }) => {
    const page = await follow(open, 'data', 'A'.repeat(43), { expected: [/status of 404/] })
    await press(page, linkPages.data.button)
    await expect(page.getByRole('status').getByText(DATA_WORDS.unknown)).toBeVisible()
  })

  test('a page says that the data cannot be shown when something before the API answers', async ({
    open,
  }) => {
    const page = await follow(open, 'data', 'A'.repeat(43), { expected: [/status of 502/] })
    await page.route(`**/api${LINK_PATHS.data}*`, (route) =>
      route.fulfill({ status: 502, json: { error: { code: 'bad gateway' } } }),
    )
    await press(page, linkPages.data.button)
    await expect(page.getByRole('status').getByText(linkPages.data.failed)).toBeVisible()
  })

  for (const [what, options] of WAYS) {
    test(`an old link leads to a form that asks for a new mail, ${what}`, async ({ app, open }) => {
      const { person } = await join(app)
      const page = await follow(open, 'confirm', 'A'.repeat(43), options)
      await press(page, linkPages.confirm.button)
      await expect(page.getByRole('heading', { name: expiredPage.title })).toBeVisible()
      await page.getByLabel(FIELDS.email.label).fill(person.email)
      await press(page, expiredPage.button)
      await expect(page.getByRole('heading', { name: donePages.sent.title })).toBeVisible()
      const sent = await select(
        app.databaseUrl,
        'SELECT email, email_key FROM inbox WHERE email_key = $1',
        [person.email],
      )
      expect(sent).toEqual([{ email: null, email_key: person.email }])
    })
  }

  test('no request that follows a link has its token in Referer', async ({ app, open }) => {
    const { token } = await join(app)
    const page = await follow(open, 'data', token)
    const referrers: string[] = []
    page.on('request', (request) => referrers.push(request.headers()['referer'] ?? ''))
    await press(page, linkPages.data.button)
    await page.getByText(DATA_WORDS.erase, { exact: true }).click()
    await press(page, DATA_WORDS.confirmErase)
    await expect(page.getByRole('heading', { name: donePages.erased.title })).toBeVisible()
    expect(referrers.length).toBeGreaterThan(0)
    expect(referrers.join()).not.toContain(token)
  })

  test('the address of the erasure leads to the page with its button, and keeps the token', async ({
    app,
  }) => {
    const { headers, status } = await app.http.get(`${LINK_PATHS.erase}?${TOKEN}=x`).redirects(0)
    expect([status, headers['location']]).toEqual([303, `${LINK_PATHS.data}?${TOKEN}=x`])
    expect(headers['referrer-policy']).toBe('no-referrer')
  })
})
