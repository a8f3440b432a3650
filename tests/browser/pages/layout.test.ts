// Guards layout.

import { FIELDS } from '../../../contract/waitlist.ts'
import { chrome } from '../../../web/content/navigation.ts'
import { form } from '../../../web/content/waitlist.ts'
import { openStill } from '../../support/routes.ts'
import { field, TYPED_NAMES } from '../support/form.ts'
import { expectSound, LONG_WORD } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

test.describe('the layout', () => {
  test('the form keeps its layout with long names, errors and a long suggestion', async ({
    open,
  }) => {
    const page = await openStill(open, '/waitlist')
    for (const name of TYPED_NAMES) {
      await field(page, name).fill(`${LONG_WORD}@${LONG_WORD}`)
    }
    await field(page, 'role').focus()
    await expect(page.getByText(FIELDS.email.messages.malformed)).toBeVisible()
    await expectSound(page)

    await field(page, 'email').fill(`${LONG_WORD.replace('ä', 'a').slice(0, 64)}@gmial.com`)
    await expect(page.getByRole('button', { name: form.suggestion.accept })).toBeVisible()
    await expectSound(page)
  })

  test('the header takes less than a third of a zoomed screen, and has room for a long name in a narrow window', async ({
    open,
  }) => {
    const page = await openStill(open, '/terms', { viewport: { width: 320, height: 256 } })
    const header = page.getByRole('banner')
    expect((await header.boundingBox())?.height).toBeLessThan(256 / 3)
    await header.getByRole('link', { name: chrome.home }).evaluate((link, name) => {
      const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode()
      if (text) text.nodeValue = name
    }, 'Candlelight & Daughters, Makers of Light')
    for (const width of [320, 360, 768]) {
      await page.setViewportSize({ width, height: 844 })
      const needed = await header.evaluate(({ scrollWidth }) => scrollWidth)
      expect(needed, `${width} px`).toBeLessThanOrEqual(width)
    }
  })
})
