import { expect, test } from 'vitest'
import { jsonLd, tag } from '../../web/app/head/markup.ts'

test('no text ends the attribute that it stands in', () => {
  expect(tag('meta', { name: 'description', content: '"Salt & <Pepper>"' })).toBe(
    '<meta name="description" content="&quot;Salt &amp; &lt;Pepper&gt;&quot;">',
  )
})

test('no text ends the script that it stands in, and it is read as it was', () => {
  const data = { name: '</script><script>alert(1)</script>' }
  const [, text = '', ...rest] = jsonLd(data).split(/<\/?script[^>]*>/)
  expect(rest).toEqual([''])
  expect(JSON.parse(text)).toEqual(data)
})
