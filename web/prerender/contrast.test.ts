// Guards mail-readable.

import { wcagContrast } from 'culori'
import { describe, expect, test } from 'vitest'
import { color, dark, light, made, print } from '../design/theme.ts'
import { type Look, noteContrast } from './contrast.ts'

const shipped: Look = { page: color, made, mail: light, darkMail: dark }
const [WHITE, BLACK, GREY] = ['#ffffff', '#000000', '#808080']

describe('the contrast of colours', () => {
  test('the palette of web/content/brand.ts is readable everywhere', () => {
    expect(noteContrast(shipped)).toEqual([])
  })

  test('a pair that is hard to read is named with both colours, their contrast and a remedy', () => {
    const look = { ...shipped, page: { ...color, strong: GREY, dangerField: GREY } }
    const [remedy, more, ...pairs] = noteContrast(look)
    expect(remedy).toContain('make the ground darker or the ink lighter')
    expect(more).toContain('text on buttons from a lighter one or from another accentTurn')
    expect(pairs).toContain(
      '  - “strong” in a wrong field is #808080 on #808080: 1.00 to 1 (wanted: 4.5)',
    )
  })

  test.each<[where: string, look: Look, pair: string]>([
    ['on the page', { ...shipped, page: { ...color, muted: color.page } }, '“muted” on “page”'],
    [
      'on a lit card, where axe says nothing',
      { ...shipped, page: { ...color, accentGround: WHITE } },
      '“text” on a lit “card”',
    ],
    [
      'on the last stop of a button',
      { ...shipped, made: [...made, BLACK] },
      'the text of a button',
    ],
    [
      'at the edge of a control',
      { ...shipped, page: { ...color, control: color.card } },
      'the edge “control”',
    ],
    [
      'in an email',
      { ...shipped, mail: { ...light, link: WHITE } },
      'an email’s “link” on “surface” is',
    ],
    [
      'in an email whose colours a program inverts',
      { ...shipped, mail: { ...light, muted: GREY, ground: GREY } },
      'an email’s “muted” on “ground” when inverted',
    ],
    [
      'in the dark look of an email',
      { ...shipped, darkMail: { ...dark, ink: dark.ground } },
      'an email’s “ink” on “ground” in the dark',
    ],
    [
      'in the inverted title of an email',
      { ...shipped, darkMail: { ...dark, strong: dark.ground } },
      'an email’s title when inverted',
    ],
  ])('finds what is hard to read %s', (_, look, pair) => {
    expect(noteContrast(look).join('\n')).toContain(pair)
  })
})

test('text is black on white paper', () => {
  expect(wcagContrast(print.ink, print.paper)).toBeGreaterThan(20)
})
