import { describe, expect, test } from 'vitest'
import { tidyBody, toSignup } from '../../api/src/signup/signup.ts'

const tidied = (body: unknown): unknown => {
  tidyBody(body)
  return body
}

describe('tidyBody', () => {
  test('the space around each field is removed, and other members are left as they are', () => {
    const body = { first_name: ' Ada ', role: '\u3000', company: 7, other: ' x ' }
    expect(tidied(body)).toEqual({ first_name: 'Ada', role: '', company: 7, other: ' x ' })
  })

  test('an empty optional field is removed, and an empty required field stays', () => {
    expect(tidied({ company: ' ', website: '', last_name: '' })).toEqual({ last_name: '' })
  })

  test('an address is brought to NFKC, and a name is not', () => {
    const body = { email: ' ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', first_name: 'Ａｄａ' }
    expect(tidied(body)).toEqual({ email: 'ada@example.com', first_name: 'Ａｄａ' })
  })

  test.each([undefined, null, 'text', 5, [[]]])('the body %j is left as it is', (body) => {
    expect(tidied(structuredClone(body))).toEqual(body)
  })
})

describe('toSignup', () => {
  const values = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'Ada@Example.com',
    role: 'other',
  }

  test('a signup has the typed address, its key, and the other answers by question', () => {
    expect(toSignup({ ...values, company: 'Engines' })).toEqual({
      email: 'Ada@Example.com',
      emailKey: 'ada@example.com',
      answers: { first_name: 'Ada', last_name: 'Lovelace', company: 'Engines', role: 'other' },
      honeypot: null,
    })
  })

  test('an empty or missing answer has no key, and an empty honeypot is no honeypot', () => {
    const { email, emailKey, answers, honeypot } =
      toSignup({ ...values, company: '', website: '' }) ?? {}
    expect([email, emailKey, honeypot]).toEqual(['Ada@Example.com', 'ada@example.com', null])
    expect(answers).toEqual({ first_name: 'Ada', last_name: 'Lovelace', role: 'other' })
  })

  test('what was typed into the honeypot is kept beside the answers', () => {
    const signup = toSignup({ ...values, website: 'https://example.com' })
    expect(signup?.honeypot).toBe('https://example.com')
    expect(signup?.answers).not.toHaveProperty('website')
  })

  test('an address that no mail could reach makes no signup', () => {
    expect(toSignup({ ...values, email: 'ada@xn--a.example' })).toBeUndefined()
  })
})
