import { expect, test } from 'vitest'
import { quietScripts, styleHashes, withoutSlashes } from './html.ts'

const ENTRY = '<script src="/entry.js" type="module" async></script>'

test('the scripts of a page are not preloaded, and load with a low priority', () => {
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

test('void HTML elements lose their slash, but SVG elements keep it', () => {
  expect(withoutSlashes('<br/><input id="a" value=""/><svg><path d="M0 0"/></svg>')).toBe(
    '<br><input id="a" value=""><svg><path d="M0 0"/></svg>',
  )
})

test('the policy contains a hash of every style element, even if it has a media query', () => {
  const plain = '<style>a{color:red}</style>'
  const ranged = '<style data-x>@media (width < 48rem){a{color:red}}</style>'
  expect(styleHashes(plain + ranged)).toHaveLength(2)
})
