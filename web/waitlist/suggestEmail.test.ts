import { expect, test } from 'vitest'
import { suggestEmail } from './suggestEmail.ts'

test.each([
  ['gmial.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['hotmail.co.ul', 'hotmail.co.uk'],
  ['GMIAL.COM', 'gmail.com'],
  ['comcast.ent', 'comcast.net'],
])('the suggestion for %s is %s', (typed, meant) => {
  expect(suggestEmail(`anna@${typed}`)).toBe(`anna@${meant}`)
})

test('a suggestion keeps the local part of the address as it was typed', () => {
  expect(suggestEmail(' Anna.M+gmial.com@gmial.com ')).toBe('Anna.M+gmial.com@gmail.com')
})

test.each([
  ...['gmail.com', 'ymail.com', 'mail.com', 'gmx.de', 'live.com', 'cloud.com'],
  ...['gmail.example', 'mail.gmial.com'],
])('there is no suggestion for %s', (domain) => {
  expect(suggestEmail(`anna@${domain}`)).toBe(undefined)
})

test.each(['', 'anna', 'anna@', '@gmial.com', 'anna m@gmial.com', 'a@b@gmial.com'])(
  'there is no suggestion for %j, which is not a valid address',
  (typed) => {
    expect(suggestEmail(typed)).toBe(undefined)
  },
)
