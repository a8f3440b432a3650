import { expect, test } from 'vitest'
import { STYLE } from '../../api/src/signup/page-style.ts'
import { palette } from '../../web/design/tokens.ts'

test('the pages of the API have the colours of the site', () => {
  const colours = STYLE.text.match(/#[0-9a-f]{3,8}\b/g) ?? []
  expect(colours).not.toEqual([])
  expect(Object.values(palette)).toEqual(expect.arrayContaining(colours))
})
