import { describe, expect, test } from 'vitest'
import { decode, splitLines } from './text-file.ts'

async function* inPieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

const linesOf = (bytes: Buffer, piece: number, line: number): Promise<string[]> => {
  const limits = { line, whole: 2 ** 25 }
  return Array.fromAsync(splitLines(decode(inPieces(bytes, piece), limits), limits))
}

describe('splitLines', () => {
  test.each([1, 2, 3, 100])(
    'text that arrives in pieces of %i bytes is split into the same lines',
    async (piece) => {
      const bytes = Buffer.from('\uFEFFone\n\nzwö\nthree')
      expect(await linesOf(bytes, piece, 5)).toEqual(['one', '', 'zwö', 'three'])
    },
  )

  test('a line break at the end of a file does not add an empty line', async () => {
    expect(await linesOf(Buffer.from('one\n'), 100, 5)).toEqual(['one'])
    expect(await linesOf(Buffer.from(''), 100, 5)).toEqual([])
  })

  test.each([1, 100])('an overlong line in pieces of %i bytes is refused', async (piece) => {
    await expect(linesOf(Buffer.from('one\nseven!\n'), piece, 5)).rejects.toThrow(
      'Line 2 is longer than 5 characters.',
    )
  })

  // With quadratic time, this would take hours.
  test('a line of sixteen megabytes that arrives in pieces of 64 bytes is read in linear time', async () => {
    const [line = ''] = await linesOf(Buffer.alloc(2 ** 24, '0'), 64, 2 ** 24)
    expect(line).toHaveLength(2 ** 24)
  })
})

test('an endless file is refused when it reaches the limit', async () => {
  async function* endless() {
    for (;;) yield Buffer.alloc(1_000, 'x')
  }
  const text = decode(endless(), { line: 1, whole: 10_000 })
  await expect(Array.fromAsync(text)).rejects.toThrow(
    'This file is larger than the limit of 10,000 bytes',
  )
})
