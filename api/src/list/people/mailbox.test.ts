import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailboxOf, spellingOf } from './mailbox.ts'

test.each([
  ['letter case', 'Ada@Example.COM', 'ada@example.com'],
  ['a composed and a combining accent', 'zo\u00eb@example.com', 'zoe\u0308@example.com'],
  ['an international domain and its punycode', 'ada@exämple.de', 'ada@xn--exmple-cua.de'],
  ['a capital whose lowercase form is two characters', 'İ@example.com', 'i\u0307@example.com'],
  ['a capital with a separate accent', 'W\u030aer@example.com', '\u1e98er@example.com'],
  ['a small letter that ends a word', 'ΝΙΚΟΣ.ΠΑΠΑΣ@example.com', 'νικος.παπας@example.com'],
  ['full-width characters', 'ａｄａ１．ｂ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada1.b@example.com'],
  ['plus tags', 'Ada+One+two@example.com', 'ada@example.com'],
  ['dots and their Gmail domain', 'a.da+x@googlemail.com', 'ada@gmail.com'],
  ['separators and their Proton domain', 'a.d-a_@protonmail.com', 'ada@proton.me'],
  ['their Apple domain', 'ada@me.com', 'ada@mac.com'],
])('two addresses that differ in %s belong to the same person', (_what, one, other) => {
  expect(mailboxOf(one)).toBeDefined()
  expect(mailboxOf(one)).toBe(mailboxOf(other))
})

test.each([
  ['dots outside Gmail', 'a.da@example.com', 'ada@example.com'],
  ['their Microsoft domain', 'ada@outlook.com', 'ada@hotmail.com'],
  ['a plus sign at the start', '+ada@example.com', '+eve@example.com'],
  ['a dot over a capital', 'İlker@example.com', 'ilker@example.com'],
  ['small letters in the domain', 'ada@οδος.example.com', 'ada@οδοσ.example.com'],
])('two addresses that differ in %s belong to two people', (_what, one, other) => {
  expect(mailboxOf(one)).not.toBe(mailboxOf(other))
})

test.each([
  'ada@xn--a.com',
  'ada@127.0.0.\u31641',
  'ada@\u115f\u115f.com',
  `ada@${'ä'.repeat(62)}.com`,
])('the address %s has no key, because no email could reach it', (email) => {
  expect(mailboxOf(email)).toBeUndefined()
})

test('an address’s spelling keeps tags and dots, in lower case and with an ASCII domain', () => {
  expect(spellingOf('Ada.L+News@GoogleMail.com')).toBe('ada.l+news@googlemail.com')
  expect(spellingOf(' ada@BÜCHER.example')).toBe('ada@xn--bcher-kva.example')
  expect(spellingOf('ada@xn--a.com')).toBeUndefined()
})

test('an address and its spelling have the same key', () => {
  const address = fc.oneof(
    fc.emailAddress(),
    fc.domain().map((domain) => `Zoë.L+x@${domain}`),
  )
  fc.assert(
    fc.property(address, (email) => {
      expect(mailboxOf(spellingOf(email) ?? '')).toBe(mailboxOf(email))
    }),
  )
})

test('a key that is used as an address gives the same key', () => {
  const text = fc.string({ unit: 'binary' })
  const nearly = fc.tuple(text, fc.oneof(fc.domain(), text)).map((parts) => parts.join('@'))
  const address = fc.oneof(fc.emailAddress(), nearly, text)
  fc.assert(
    fc.property(address, (email) => {
      const key = mailboxOf(email)
      if (key !== undefined) expect(mailboxOf(key)).toBe(key)
    }),
  )
})

test('a string without a local part has no key', () => {
  for (const email of ['@example.com', 'example.com', '']) expect(mailboxOf(email)).toBeUndefined()
})
