import { blend, clampChroma, formatHex, oklch, wcagContrast } from 'culori'
import { describe, expect, test } from 'vitest'
import { dark, light } from '../../../../web/design/palette.ts'
import { shade } from '../../../../web/design/shades.ts'
import { color, print } from '../../../../web/design/theme.ts'

type Role = keyof typeof color

/** WCAG 2.2: text (1.4.3), and the edges of controls (1.4.11). */
const TEXT = 4.5
const EDGE = 3

const REMEDY =
  'In web/content/brand.ts, make the ground darker or the ink lighter. Text on a lit card also gains ' +
  'from a darker accent, text on buttons from a lighter one.'

/** Fails with both colours, their contrast and the colours of the palette to change. */
function expectContrast(above: string, ground: string, least: number): void {
  const contrast = wcagContrast(above, ground)
  expect(
    contrast,
    `${above} on ${ground} has a contrast of ${contrast.toFixed(2)}. ${REMEDY}`,
  ).toBeGreaterThan(least)
}

describe('the palette of web/content/brand.ts', () => {
  const texts: Role[] = ['text', 'strong', 'muted', 'faint', 'accentStrong', 'danger']
  const grounds: Role[] = ['page', 'raised', 'card', 'field']
  const pairs = texts.flatMap((text) => grounds.map((ground) => [text, ground] as const))

  test.each(pairs)('makes “%s” readable on “%s”', (text, ground) => {
    expectContrast(color[text], color[ground], TEXT)
  })

  // axe says nothing about text on a gradient.
  test.each(pairs)(
    'makes “%s” readable on “%s” with the accent’s ground above it',
    (text, ground) => {
      const lit = formatHex(blend([color[ground], color.accentGround]))
      expectContrast(color[text], lit, TEXT)
    },
  )

  test.each(['accent300', 'accent400', 'accent600'] as const)(
    'makes “onAccent” readable on %s, a stop of the gradient of buttons',
    (stop) => {
      expect(color.made).toContain(shade[stop])
      expectContrast(color.onAccent, shade[stop], TEXT)
    },
  )

  test('makes “strong” readable on “dangerField”', () => {
    expectContrast(color.strong, color.dangerField, TEXT)
  })

  test.each(['control', 'danger', 'accent'] as const)(
    'makes the edge “%s” of a control visible on “card”',
    (edge) => expectContrast(color[edge], color.card, EDGE),
  )
})

test('text is black on white paper', () => {
  expectContrast(print.ink, print.paper, 20)
})

describe('mails', () => {
  const pairs = [
    ['ink', 'surface'],
    ['muted', 'surface'],
    ['link', 'surface'],
    ['ink', 'ground'],
    ['onAccent', 'accent'],
    ['muted', 'ground'],
  ] as const
  const looks = { light, dark }

  /** A colour with its lightness turned around, about as Gmail and Outlook do it in the dark. */
  const inverted = (hex: string): string => {
    const { l = 0, c = 0, h = 0 } = oklch(hex) ?? {}
    return formatHex(clampChroma({ mode: 'oklch', l: 1 - l, c, h }, 'oklch'))
  }

  test.each(
    pairs.flatMap(([text, ground]) =>
      (['light', 'dark'] as const).map((look) => [text, ground, look] as const),
    ),
  )('a mail’s “%s” is readable on “%s” in its %s look', (text, ground, look) => {
    expectContrast(looks[look][text], looks[look][ground], TEXT)
  })

  test.each(pairs)('a mail’s “%s” stays readable on “%s” when inverted', (text, ground) => {
    expectContrast(inverted(light[text]), inverted(light[ground]), TEXT)
  })

  test('a mail’s title is readable on the sky, also when inverted', () => {
    expectContrast(dark.strong, dark.ground, TEXT)
    expectContrast(inverted(dark.strong), inverted(dark.ground), TEXT)
  })
})
