import { join } from 'node:path'
import { readTemplates } from '../../../letters/templates.ts'
import { SITE } from '../../support/site-setup.ts'
import { violations, WCAG } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const KINDS = ['confirm', 'remind', 'invite', 'claim', 'announce'] as const
type Kind = (typeof KINDS)[number]

const NARROW = { width: 360, height: 640 }

/** Every Markdown element, with a line and a picture that are wider than a phone. */
const BODY = `
  <h1>One</h1><h2>Two</h2><h3>Three</h3>
  <p><a href="https://a.example">A link</a>, <strong>strong</strong>, <em>stressed</em>, <code>code</code></p>
  <ul><li>An item</li></ul><ol><li>A step</li></ol><hr>
  <blockquote><p>A quote</p></blockquote><pre><code>${'and on '.repeat(40)}</code></pre>
  <table><tr><th>Day</th><td>Monday</td></tr></table>
  <img alt="An ad" width="1200" height="10">`

function htmlOf(kind: Kind): string {
  const mails = readTemplates(join(SITE, 'mails.json'))
  const body = BODY.replaceAll(/<(\w+)/g, (tag, name) => `${tag} style="${mails.styles[name]}"`)
  return mails[kind].html
    .replaceAll('{{subject}}', 'The link reader reads')
    .replace('{{body}}', body)
}

test('each email fits a phone, and passes axe in light and dark mode', async ({ openBlank }) => {
  test.slow()
  const page = await openBlank({ viewport: NARROW })
  for (const kind of KINDS) {
    await page.setContent(htmlOf(kind))
    const width = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)
    expect.soft(width, kind).toBe(NARROW.width)

    const grounds: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect.soft(await violations(page, WCAG), `${kind}, ${colorScheme}`).toEqual([])
      const paper = page.locator('.paper')
      grounds.push(await paper.evaluate((element) => getComputedStyle(element).backgroundColor))
    }
    const [light, dark] = grounds
    expect.soft(light, kind).toBe('rgb(255, 255, 255)')
    expect.soft(dark, `${kind} is dark where the reader wants that`).not.toBe(light)
  }
})
