import { expect, test } from 'vitest'
import { html } from './html.ts'

test('every character that HTML could read as markup is escaped', () => {
  const text = `<b title="x" lang='y'>&amp;</b><b>`
  expect(html`<p>${text}</p>`.text).toBe(
    '<p>&lt;b title=&quot;x&quot; lang=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;&lt;b&gt;</p>',
  )
})

test('nested markup is not escaped again, and a list of markup has one entry per line', () => {
  const items = ['a', '<'].map((text) => html`<li>${text}</li>`)
  expect(html`<ul>${items}</ul>${html`<hr>`}`.text).toBe('<ul><li>a</li>\n<li>&lt;</li></ul><hr>')
})
