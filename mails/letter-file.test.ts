// Guards letter-checks, mail-headers.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLetter } from './letter-file.ts'

const LETTER = '---\nsubject: Das Café öffnet\n---\n\nGrüße\n'

function open(bytes: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'letter-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'launch.md')
  writeFileSync(file, bytes)
  return openLetter(file)
}

test.each([
  ['as it is', LETTER],
  ['after the mark of an editor', `\ufeff${LETTER}`],
  ['with line breaks of Windows and tabs', LETTER.replaceAll('\n', '\t\r\n')],
])('a letter in UTF-8 is read %s', (_how, source) => {
  const { subject, render } = open(Buffer.from(source))
  expect(subject).toBe('Das Café öffnet')
  expect(render()).toBe('<p>Grüße</p>')
})

const NOT_UTF8 = 'this is not UTF-8. Save the letter as UTF-8.'
const UTF16 = 'this is UTF-16. Save the letter as UTF-8.'
const control = (number: string) => `there is a control character (${number}). Delete it.`

test.each<readonly [what: string, bytes: Buffer, line: number, sentence: string]>([
  ['in the encoding of old Windows', Buffer.from(LETTER, 'latin1'), 2, NOT_UTF8],
  [
    'in that encoding below the front matter',
    Buffer.concat([Buffer.from('---\nsubject: x\n---\n'), Buffer.from('Grüße', 'latin1')]),
    4,
    NOT_UTF8,
  ],
  ['that is cut within a letter', Buffer.from(`${LETTER}ü`).subarray(0, -1), 6, NOT_UTF8],
  ['in UTF-16', Buffer.from(`\ufeff${LETTER}`, 'utf16le'), 1, UTF16],
  ['in UTF-16 of old Macs', Buffer.from(`\ufeff${LETTER}`, 'utf16le').swap16(), 1, UTF16],
  ['in UTF-16 without its mark', Buffer.from(LETTER, 'utf16le'), 1, control('U+0000')],
  ['with NUL', Buffer.from(LETTER.replace('Gr', 'G\0')), 5, control('U+0000')],
  [
    'with an escape in its subject',
    Buffer.from(LETTER.replace('Das', '\x1b')),
    2,
    control('U+001B'),
  ],
  ...['\n', '\r', '\r\n'].map(
    (lineBreak) =>
      [
        `with ${JSON.stringify(lineBreak)} and another header in its subject`,
        Buffer.from(LETTER.replace(' öffnet', `${lineBreak}Bcc: eve@example.com`)),
        3,
        'Bcc is unknown. The front matter has a subject only.',
      ] as const,
  ),
  ['with a control character of Latin-1', Buffer.from(`${LETTER}\u0085`), 6, control('U+0085')],
])('a letter %s is refused with its line', (_what, bytes, line, sentence) => {
  expect(() => open(bytes)).toThrow(`launch.md, line ${line}: ${sentence}`)
})
