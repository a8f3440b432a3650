import { OwnerError } from '../../../contract/owner-error.ts'
import { number } from './format.ts'

interface Limits {
  /** The maximum number of characters per line. */
  readonly line: number
  /** The maximum number of bytes in total. */
  readonly whole: number
}

const GIGABYTE = 2 ** 30

/** The limits of an import. They are far above the need: a person takes a few hundred bytes. */
export const IMPORT_LIMITS: Limits = { line: 100_000, whole: GIGABYTE }

/** Limits the uncompressed size. An announcement is one line; a million people take less than a gigabyte. */
export const BACKUP_LIMITS: Limits = { line: 16 * 2 ** 20, whole: 32 * GIGABYTE }

/**
 * Decodes UTF-8 without its byte order mark; U+FFFD replaces other bytes. The limit stops a small compressed file that
 * expands without end.
 * @throws OwnerError
 */
export async function* decode(
  input: AsyncIterable<Buffer>,
  { whole }: Limits,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    if (bytes > whole) {
      throw new OwnerError(`This file has more than ${number(whole)} bytes, which is the limit.`)
    }
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}

/**
 * Yields the lines of a text that arrives in pieces.
 * @throws OwnerError
 */
export async function* splitLines(
  text: AsyncIterable<string>,
  { line: longest }: Limits,
): AsyncGenerator<string> {
  let line = 1
  const check = (part: string): string => {
    if (part.length <= longest) return part
    throw new OwnerError(`Line ${number(line)} is longer than ${number(longest)} characters.`)
  }
  let rest = ''
  for await (const piece of text) {
    rest += piece
    // Splits only at a line break: splitting after each piece would copy a long line again and again.
    if (piece.includes('\n')) {
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const each of lines) {
        yield check(each)
        line += 1
      }
    }
    check(rest)
  }
  if (rest !== '') yield rest
}
