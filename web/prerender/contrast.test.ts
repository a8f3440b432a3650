// Guards mail-readable.

import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { color, dark, light, made, print } from '../design/theme.ts'
import { type Look, noteContrast } from './contrast.ts'

const shipped: Look = { page: color, made, mail: light, darkMail: dark }

test('the palette of web/content/brand.ts is readable on pages and in emails, light and dark', () => {
  expect(noteContrast(shipped)).toEqual([])
})

test('a pair that is hard to read is named with both colours, their contrast and a remedy', () => {
  const look = {
    page: { ...color, strong: '#808080', dangerField: '#808080', accentGround: '#ffffff' },
    made: [...made, '#000000'],
    mail: { ...light, link: '#ffffff' },
    darkMail: { ...dark, ink: dark.ground },
  }
  const notes = noteContrast(look)
  expect(notes[0]).toContain('make the ground darker or the ink lighter')
  expect(notes).toContain(
    '  - “strong” in a wrong field is #808080 on #808080: 1.00 to 1 (wanted: 4.5)',
  )
  for (const pair of [
    // axe says nothing about it.
    '“text” on a lit “card”',
    'the text of a button',
    'an email’s “link” on “surface” is',
    'an email’s “ink” on “ground” in the dark',
  ])
    expect(notes.join('\n')).toContain(pair)
})

test('text is black on white paper', () => {
  expect(wcagContrast(print.ink, print.paper)).toBeGreaterThan(20)
})
