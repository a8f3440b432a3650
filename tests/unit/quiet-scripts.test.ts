import { expect, test } from 'vitest'
import { quietScripts } from '../../web/build/html.ts'

const ENTRY = '<script src="/entry.js" type="module" async></script>'

test('no script is fetched before what is seen', () => {
  expect(quietScripts(`<link rel="modulepreload" href="/chunk.js">${ENTRY}`)).toBe(
    '<script src="/entry.js" type="module" async fetchpriority="low"></script>',
  )
})

test.each(['', ENTRY + ENTRY])('a page without its one entry is refused', (html) => {
  expect(() => quietScripts(html)).toThrow('script entries, not one')
})
