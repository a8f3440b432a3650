// Guards import-files.

import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { decode, peek } from './import-text.ts'

const decoded = async (bytes: string): Promise<string> =>
  (await Array.fromAsync(decode(Readable.from([Buffer.from(bytes, 'latin1')])))).join('')

test('half of a byte order mark is no character of UTF-8, and a whole one is none of UTF-16', async () => {
  for (const bytes of ['\xffA', 'A\xfe', '\xfeA', 'A\xff']) {
    expect(await decoded(bytes)).toBe(bytes.replace(/[^A]/, '\uFFFD'))
  }
  for (const bytes of ['\xff\xfe', '\xfe\xff']) expect(await decoded(bytes)).toBe('')
})

test.each([3, 4])(
  'reading %i characters ahead takes no further piece, and loses none',
  async (length) => {
    let read = 0
    async function* pieces() {
      for (const piece of ['ab', 'cd', 'ef']) {
        read += 1
        yield piece
      }
    }
    const { start, whole } = await peek(pieces(), length)
    expect({ start, read }).toEqual({ start: 'abcd'.slice(0, length), read: 2 })
    expect((await Array.fromAsync(whole)).join('')).toBe('abcdef')
  },
)
