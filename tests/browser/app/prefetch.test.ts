// Guards navigation.

import { headline, hydrated, mainNavigation } from '../../support/routes.ts'
import { watchScripts } from '../support/scripts.ts'
import { expect, test } from '../support/test.ts'

test('the chunk of a page is fetched once, when a pointer is over a link or it gets the focus, except for visitors who save data', async ({
  openBlank,
}) => {
  const page = await openBlank()
  const linkTo = (path: string) => mainNavigation(page).locator(`[href="${path}"]`)
  /** As the browser's own setting does. */
  const session = await page.context().newCDPSession(page)
  const saveData = (dataSaverEnabled: boolean) =>
    session.send('Emulation.setDataSaverOverride', { dataSaverEnabled })
  await saveData(true)
  await page.goto('/')
  await hydrated(page)
  const scripts = watchScripts(page)
  await linkTo('/pricing').hover()
  await linkTo('/about').focus()
  // A prefetch would be in the list by the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(scripts).toEqual([])

  await saveData(false)
  await page.getByRole('heading', { level: 1 }).hover()
  for (const act of ['hover', 'focus'] as const) {
    const before = scripts.length
    await linkTo(act === 'hover' ? '/pricing' : '/blog')[act]()
    await expect.poll(() => scripts.length, act).toBeGreaterThan(before)
    await page.waitForLoadState('networkidle')
  }
  const fetched = [...scripts]
  expect(new Set(fetched).size).toBe(fetched.length)
  await linkTo('/pricing').click()
  await expect(headline(page, '/pricing')).toBeVisible()
  expect(scripts).toEqual(fetched)
})
