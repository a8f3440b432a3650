// Guards build-checks.

import { expect, test } from 'vitest'
import { jsonLd, tag } from '../app/head/markup.ts'
import { quietScripts, styleHashes } from './html.ts'

const ENTRY = '<script src="/entry.js" type="module" async></script>'

test('a quotation mark in a text does not end its attribute', () => {
  expect(tag('meta', { name: 'description', content: '"Salt & <Pepper>"' })).toBe(
    '<meta name="description" content="&quot;Salt &amp; &lt;Pepper&gt;&quot;">',
  )
})

test('a closing tag in JSON-LD does not end its script, and the data stays the same', () => {
  const data = { name: '</script><script>alert(1)</script>' }
  const [, text = '', ...rest] = jsonLd(data).split(/<\/?script[^>]*>/)
  expect(rest).toEqual([''])
  expect(JSON.parse(text)).toEqual(data)
})

test('scripts of a page are not preloaded and have a low priority', () => {
  expect(quietScripts(`<link rel="modulepreload" href="/chunk.js">${ENTRY}`)).toBe(
    '<script src="/entry.js" type="module" async fetchpriority="low"></script>',
  )
})

test.each(['', ENTRY + ENTRY])(
  'the build rejects a page without exactly one script: %s',
  (html) => {
    expect(() => quietScripts(html)).toThrow('script entries instead of one')
  },
)

test('every style element has a hash, also one with a range of widths', () => {
  const plain = '<style>a{color:red}</style>'
  const ranged = '<style data-x>@media (width < 48rem){a{color:red}}</style>'
  expect(styleHashes(plain + ranged)).toHaveLength(2)
})
