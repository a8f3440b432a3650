import { expect, test } from 'vitest'
import { SPOILINGS } from '../../../tests/support/spoilings.ts'
import { secretFinder } from './spoiled.ts'

const findToken = secretFinder(String.raw`[\w-]`, 43)
const findCode = secretFinder(String.raw`[\da-f]`, 32)

/** Some start with characters that quoted-printable could have left behind. */
const TOKENS = ['3D3D-_', '-_3D3D', 'aZ09__'].map((start) => start.padEnd(43, 'xY3D'))
const CODES = ['3d3d09', 'abcdef'].map((start) => start.padEnd(32, '3d'))

test.each(SPOILINGS)('tokens and codes are found despite %s', (_, spoil) => {
  for (const token of TOKENS) expect(findToken(spoil(token))).toBe(token)
  for (const code of CODES) expect(findCode(spoil(code))).toBe(code)
})

test('tokens and codes keep their letter case', () => {
  for (const token of TOKENS) expect(findToken(token.toUpperCase())).toBe(token.toUpperCase())
  for (const code of CODES) expect(findCode(code.toUpperCase())).toBe(code.toUpperCase())
})

test('a string that is too short or too long is not read as a token or a code', () => {
  for (const token of TOKENS) {
    for (const text of [token.slice(1), `${token}x`, `${token}-`, `3D${token}x`, '']) {
      expect(findToken(text), text).toBeUndefined()
    }
  }
  for (const code of CODES) {
    for (const text of [code.slice(1), `${code}0`, `${code}g`, `g${code}`, `3D${code}0`, '']) {
      expect(findCode(text), text).toBeUndefined()
    }
  }
})
