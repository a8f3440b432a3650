import { OwnerError } from '../../../contract/owner-error.ts'
import { number } from '../text/format.ts'

const GIGABYTE = 2 ** 30

/** In bytes, uncompressed. An announcement is one line; a million people have less than a gigabyte. */
export const BACKUP_LIMITS = { line: 16 * 2 ** 20, whole: 32 * GIGABYTE } as const

/**
 * Passes a stream on until it is too long, so that a small compressed file cannot keep the program busy
 * for ever.
 * @throws OwnerError
 */
export async function* atMost(input: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    if (bytes > most) {
      throw new OwnerError(`This file has more than ${number(most)} bytes, which is the limit.`)
    }
    yield chunk
  }
}
