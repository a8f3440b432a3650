import { describe, expect, test } from 'vitest'
import { emailKey } from '../../api/src/waitlist/email-key.ts'

describe('two spellings of one address', () => {
  test.each([
    ['letter case', 'Ada@Example.COM', 'ada@example.com'],
    ['spaces around', '  ada@example.com\n', 'ada@example.com'],
    ['a composed and a combining accent', 'zo\u00eb@example.com', 'zoe\u0308@example.com'],
    ['an international domain and its punycode', 'ada@exämple.de', 'ada@xn--exmple-cua.de'],
    ['an international domain in upper case', 'ada@EXÄMPLE.de', 'ada@exämple.de'],
    ['a capital whose small letter is two characters', 'İ@example.com', 'i\u0307@example.com'],
    ['a capital whose mark stands apart', 'W\u030aer@example.com', '\u1e98er@example.com'],
    ['a small letter that ends a word', 'ΝΙΚΟΣ.ΠΑΠΑΣ@example.com', 'νικος.παπας@example.com'],
    ['full-width letters in the domain', 'ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
  ])('by %s are one person', (_what, one, other) => {
    expect(emailKey(one)).toBeDefined()
    expect(emailKey(one)).toBe(emailKey(other))
  })

  test.each([
    ['plus tags', 'ada+one@example.com', 'ada+two@example.com'],
    ['dots', 'a.da@example.com', 'ada@example.com'],
    ['domains', 'ada@example.com', 'ada@example.org'],
    ['accents', 'zoe@example.com', 'zoë@example.com'],
    ['a dot over a capital', 'İlker@example.com', 'ilker@example.com'],
    ['small letters in the domain', 'ada@οδος.example.com', 'ada@οδοσ.example.com'],
  ])('that differ by %s are two people', (_what, one, other) => {
    expect(emailKey(one)).not.toBe(emailKey(other))
  })

  test('the key of a key is the key', () => {
    const key = emailKey(' İSTANBUL@Exämple.DE ') ?? ''
    expect(emailKey(key)).toBe(key)
  })
})

test.each([
  'ada@xn--a.com',
  'ada@xn--exmple-cua.xn--a.com',
  'ada@ex ample.com',
  'ada@127.0.0.\u31641',
  'ada@\u115f\u115f.com',
  'ada@b\u2474c.com',
  `ada@${'ä'.repeat(62)}.com`,
  'ada@',
  '@example.com',
  'ada',
])('no mail could reach %s, so it has no key', (email) => {
  expect(emailKey(email)).toBeUndefined()
})
