import { expect, test } from 'vitest'
import { PICTURES } from './manifest.ts'

test.each([
  ['/pictures/a.png', true],
  ['/a.jpeg', true],
  ['/a.svg', true],
  ['/index.html', false],
  ['/assets/a.js', false],
  ['/a.png.html', false],
  ['/png', false],
])('whether emails may show %s: %s', (file, isPicture) => {
  expect(new RegExp(PICTURES).test(file)).toBe(isPicture)
})
