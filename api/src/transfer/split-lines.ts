import { OwnerError } from '../../../contract/owner-error.ts'
import { number } from '../text/format.ts'

const NEWLINE = 0x0a

/**
 * The lines of a stream, without their ends. The last line needs no end.
 * @param longest in bytes, so that no file fills the memory
 * @throws OwnerError
 */
export async function* splitLines(
  input: AsyncIterable<Buffer>,
  longest: number,
): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let length = 0
  let line = 1
  const add = (piece: Buffer): void => {
    length += piece.length
    if (length > longest) {
      throw new OwnerError(`Line ${number(line)} is longer than ${number(longest)} bytes.`)
    }
    pieces.push(piece)
  }
  const take = (): Buffer => {
    const whole = Buffer.concat(pieces)
    pieces = []
    length = 0
    line += 1
    return whole
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (length > 0) yield take()
}
