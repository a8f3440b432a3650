// Guards import-files, restore-whole.

import { describe, expect, test } from 'vitest'
import { splitLines } from './split-lines.ts'

/** The lines of some bytes that come in pieces. */
async function linesOf(bytes: Buffer, piece: number, longest: number): Promise<string[]> {
  async function* input() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const lines = await Array.fromAsync(splitLines(input(), longest))
  return lines.map(String)
}

describe('the lines of a stream', () => {
  test.each([1, 2, 3, 100])('are the same in pieces of %i bytes', async (piece) => {
    const bytes = Buffer.from('one\n\nzwö\nthree')
    expect(await linesOf(bytes, piece, 5)).toEqual(['one', '', 'zwö', 'three'])
  })

  test('an end of line at the end of the file begins no further line', async () => {
    expect(await linesOf(Buffer.from('one\n'), 100, 5)).toEqual(['one'])
    expect(await linesOf(Buffer.from(''), 100, 5)).toEqual([])
  })

  test.each([1, 100])('have a limit, in pieces of %i bytes', async (piece) => {
    await expect(linesOf(Buffer.from('one\nseven!\n'), piece, 5)).rejects.toThrow(
      'Line 2 is longer than 5 bytes.',
    )
  })

  // If each piece cost what all before it have, this would take hours.
  test('a line of sixteen megabytes in pieces of 64 bytes is read', async () => {
    const [line = ''] = await linesOf(Buffer.alloc(2 ** 24, '0'), 64, 2 ** 24)
    expect(line).toHaveLength(2 ** 24)
  })
})
