import { OwnerError } from '../../../contract/owner-error.ts'
import { number } from './format.ts'

interface Limits {
  /** The maximum number of characters per line. */
  readonly line: number
  /** The maximum number of bytes in total. */
  readonly whole: number
  /** True to refuse invalid UTF-8, because the file may come from a program that uses another encoding. */
  readonly isStrict?: true
}

const GIGABYTE = 2 ** 30

/** The limits of an import, far above what is needed: a person needs a few hundred bytes. */
export const IMPORT_LIMITS: Limits = { line: 100_000, whole: GIGABYTE, isStrict: true }

/** Limits the uncompressed size. A letter is one line; a million people need less than a gigabyte. */
export const BACKUP_LIMITS: Limits = { line: 16 * 2 ** 20, whole: 32 * GIGABYTE }

/** Yields a chunk's lines with their line breaks. */
function* cutLines(chunk: Buffer): Generator<Buffer> {
  let start = 0
  for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
    yield chunk.subarray(start, end + 1)
    start = end + 1
  }
  yield chunk.subarray(start)
}

/** Returns a function that decodes UTF-8 in chunks. It refuses other bytes and reports their line number. */
function strictDecoder(): (chunk: Buffer, isLast: boolean) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  return (chunk, isLast) => {
    let text = ''
    for (const part of cutLines(chunk)) {
      try {
        text += decoder.decode(part, { stream: !isLast })
      } catch {
        throw new OwnerError(
          `Line ${number(line)} is not UTF-8. In a spreadsheet, save the file as “CSV UTF-8”.`,
        )
      }
      if (part.at(-1) === 0x0a) line += 1
    }
    return text
  }
}

function lenientDecoder(): (chunk: Buffer, isLast: boolean) => string {
  const decoder = new TextDecoder()
  return (chunk, isLast) => decoder.decode(chunk, { stream: !isLast })
}

/**
 * Decodes UTF-8 without its byte order mark. Other bytes are refused if the limits are strict, and replaced with U+FFFD
 * otherwise. The size limit stops a small compressed file that expands without end.
 * @throws OwnerError
 */
export async function* decode(
  input: AsyncIterable<Buffer>,
  { whole, isStrict }: Limits,
): AsyncGenerator<string> {
  const read = isStrict ? strictDecoder() : lenientDecoder()
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    if (bytes > whole) {
      throw new OwnerError(`This file is larger than the limit of ${number(whole)} bytes.`)
    }
    yield read(chunk, false)
  }
  yield read(Buffer.alloc(0), true)
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
