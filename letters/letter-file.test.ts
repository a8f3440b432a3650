// Guards letter-checks, mail-headers.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../tests/support/for-a-test.ts'
import { openLetter } from './letter-file.ts'

const LETTER = '---\nsubject: Das Café öffnet\n---\n\nGrüße\n'

function open(content: Buffer | string) {
  const file = join(temporaryFolder(), 'launch.md')
  writeFileSync(file, content)
  return openLetter(file)
}

test.each([
  ['as it is', LETTER],
  ['after the mark of an editor', `\ufeff${LETTER}`],
  ['with line breaks of Windows and tabs', LETTER.replaceAll('\n', '\t\r\n')],
])('a letter in UTF-8 is read %s', (_how, source) => {
  const { subject, render } = open(source)
  expect(subject).toBe('Das Café öffnet')
  expect(render()).toBe('<p>Grüße</p>')
})

const NOT_UTF8 = 'this is not UTF-8. Save the letter as UTF-8.'
const UTF16 = 'this is UTF-16. Save the letter as UTF-8.'
const control = (number: string) => `there is a control character (${number}). Delete it.`

test.each<readonly [what: string, content: Buffer | string, line: number, sentence: string]>([
  ['in the encoding of old Windows', Buffer.from(LETTER, 'latin1'), 2, NOT_UTF8],
  ['that is cut within a letter', Buffer.from(`${LETTER}ü`).subarray(0, -1), 6, NOT_UTF8],
  ['in UTF-16', Buffer.from(`\ufeff${LETTER}`, 'utf16le'), 1, UTF16],
  ['in UTF-16 of old Macs', Buffer.from(`\ufeff${LETTER}`, 'utf16le').swap16(), 1, UTF16],
  ['in UTF-16 without its mark', Buffer.from(LETTER, 'utf16le'), 1, control('U+0000')],
  ['with an escape in its subject', LETTER.replace('Das', '\x1b'), 2, control('U+001B')],
  ['with a control character of Latin-1', `${LETTER}\u0085`, 6, control('U+0085')],
])('a letter %s is refused with its line', (_what, content, line, sentence) => {
  expect(() => open(content)).toThrow(`launch.md, line ${line}: ${sentence}`)
})

test.each(['\n', '\r', '\r\n'])('%j in a subject adds no header', (lineBreak) => {
  const letter = LETTER.replace(' öffnet', `${lineBreak}Bcc: eve@example.com`)
  expect(() => open(letter)).toThrow('launch.md, line 3: Bcc is unknown.')
})
