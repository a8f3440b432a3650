import { describe, expect, test } from 'vitest'
import { emailKey } from '../../api/src/signup/identity.ts'

describe('the identity of a person', () => {
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
    ['full-width letters in the mailbox', 'ａｄａ@example.com', 'ada@example.com'],
    ['full-width capitals in the mailbox', 'ＡＤＡ@example.com', 'ada@example.com'],
    [
      'full-width digits and signs',
      'ａｄａ＋１．ｂ＠ｅｘａｍｐｌｅ．ｃｏｍ',
      'ada+1.b@example.com',
    ],
    ['half-width katakana', 'ｱﾀﾞ@example.com', 'アダ@example.com'],
    ['a ligature', 'ﬁona@example.com', 'fiona@example.com'],
  ])('two addresses that differ in %s are one person', (_what, one, other) => {
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
  ])('two addresses that differ in %s are two people', (_what, one, other) => {
    expect(emailKey(one)).not.toBe(emailKey(other))
  })

  test.each([' İSTANBUL@Exämple.DE ', 'ＡＤＡ@Ｅxample.com', 'ΝΙΚΟΣ@example.com', 'ẛ̣@example.com'])(
    'the key of the key of %s is the same key',
    (email) => {
      const key = emailKey(email) ?? ''
      expect(key).not.toBe('')
      expect(emailKey(key)).toBe(key)
    },
  )

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
  ])('%s has no key, because no mail could reach it', (email) => {
    expect(emailKey(email)).toBeUndefined()
  })

  test.each([
    'ada@example.invalid',
    'ada@shop.test',
    'ada@shop.localhost',
    'ada@shop.TEST',
    'ada@shop.ｔｅｓｔ',
    'ada@localhost',
  ])('%s has no key, because its domain is reserved', (email) => {
    expect(emailKey(email)).toBeUndefined()
  })

  test('a domain that only ends like a reserved one has a key', () => {
    for (const email of ['ada@contest.com', 'ada@test.example', 'ada@shop.latest']) {
      expect(emailKey(email)).toBe(email)
    }
  })
})
