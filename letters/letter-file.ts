import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { OwnerError } from '../contract/owner-error.ts'
import { type Letter, readLetter } from './letter.ts'
import type { Site } from './letter-addresses.ts'

const AS_UTF8 = 'Save the letter as UTF-8.'

/** Line breaks of Windows and tabs are no mistakes. */
const CONTROL = /(?![\t\r])\p{Cc}/u

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** @returns what is wrong with a line, as a sentence */
function mistakeIn(line: Buffer): string | undefined {
  if (!isUtf8(line)) return `this is not UTF-8. ${AS_UTF8}`
  const [control] = CONTROL.exec(line.toString()) ?? []
  if (control === undefined) return undefined
  const number = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `there is a control character (U+${number}). Delete it.`
}

function decode(file: string, bytes: Buffer): string {
  if (isUtf16(bytes)) throw new OwnerError(`${file}, line 1: this is UTF-16. ${AS_UTF8}`)
  // in UTF-8, a byte of 10 is a line break and nothing else
  for (const [index, line] of bytes.toString('latin1').split('\n').entries()) {
    const mistake = mistakeIn(Buffer.from(line, 'latin1'))
    if (mistake) throw new OwnerError(`${file}, line ${index + 1}: ${mistake}`)
  }
  // without the mark at its start, which some editors write
  return new TextDecoder().decode(bytes)
}

/**
 * Reads a letter from its file.
 * @param site where its links and pictures have to be; unset, they are not looked up
 * @throws OwnerError with the lines of mistakes
 */
export function openLetter(path: string, site?: Site): Letter {
  return readLetter(path, decode(basename(path), readFileSync(path)), site)
}
