import { DONE_PATHS, LINK_PATHS } from '@ad-kit/contract'
import { describe, expect, test } from 'vitest'
import { hashToken, linksOf, newToken } from '../links/tokens.ts'
import { rewriteLinkPosts } from './link-posts.ts'

describe('link tokens', () => {
  test('a token is 256 random bits in URL-safe characters', () => {
    const tokens = Array.from({ length: 200 }, () => newToken().token)
    expect(new Set(tokens).size).toBe(200)
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  test('a token is stored as the SHA-256 of its bytes', () => {
    const { token, hash } = newToken()
    expect(hashToken(token)).toEqual(hash)
    expect(hashToken('A'.repeat(43))?.toString('hex')).toBe(
      '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
    )
  })

  test('only 43 URL-safe characters are accepted as a token', () => {
    const token = 'A'.repeat(43)
    for (const other of [token.slice(1), `A${token}`, ` ${token}`, `${token.slice(1)}+`, [token]]) {
      expect(hashToken(other), String(other)).toBeUndefined()
    }
  })
})

test('email links open their pages with the same token', () => {
  expect(linksOf('https://shop.example', 'abc')).toEqual({
    confirm: 'https://shop.example/waitlist/confirm?t=abc',
    leave: 'https://shop.example/waitlist/leave?t=abc',
    data: 'https://shop.example/waitlist/data?t=abc',
  })
})

describe('requests for link pages', () => {
  const urlOf = (method: string, url?: string) =>
    rewriteLinkPosts({ method, url } as Parameters<typeof rewriteLinkPosts>[0])

  test.each(Object.values(LINK_PATHS))('a POST to %s is rewritten to the API', (path) => {
    expect(urlOf('POST', path)).toBe(`/api${path}`)
    expect(urlOf('POST', `${path}?t=abc?`)).toBe(`/api${path}?t=abc?`)
    expect(urlOf('POST', `${path}/?t=abc`)).toBe(`/api${path}?t=abc`)
  })

  test('a GET of a link page and a POST to another path are not rewritten', () => {
    for (const path of Object.values(LINK_PATHS)) expect(urlOf('GET', path)).toBe(path)
    for (const path of [...Object.values(DONE_PATHS), '/', '/waitlist/confirm/x']) {
      expect(urlOf('POST', path)).toBe(path)
    }
    expect(urlOf('GET')).toBe('/')
  })
})
