import { number } from '../text/format.ts'
import { TooLarge } from './limits.ts'

const NEWLINE = 0x0a

/**
 * The lines of a stream, without their ends. The last line needs no end.
 * @param longest in bytes, so that no file fills the memory
 * @throws TooLarge
 */
export async function* splitLines(
  input: AsyncIterable<Buffer>,
  longest: number,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let line = 1
  const refuseLonger = (bytes: number): void => {
    if (bytes <= longest) return
    throw new TooLarge(`Line ${number(line)} is longer than ${number(longest)} bytes.`)
  }
  for await (const chunk of input) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      refuseLonger(end - start)
      yield bytes.subarray(start, end)
      start = end + 1
      line += 1
    }
    rest = bytes.subarray(start)
    refuseLonger(rest.length)
  }
  if (rest.length > 0) yield rest
}
