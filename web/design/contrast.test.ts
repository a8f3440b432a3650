import { blend, formatHex, wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { color, dark, light, made } from './theme.ts'

/** The lowest contrast ratios that WCAG 2.2 permits for text (1.4.3) and for the edges of controls (1.4.11). */
const TEXT = 4.5
const EDGE = 3

const GROUNDS = ['page', 'raised', 'card', 'field'] as const
/** The backgrounds of pages, with and without light. axe does not check text on a gradient. */
const grounds = GROUNDS.flatMap((ground) => [
  color[ground],
  formatHex(blend([color[ground], color.accentGround])),
])

test.each(['text', 'strong', 'muted', 'faint', 'accent', 'accentStrong', 'danger'] as const)(
  'the palette of web/content/brand.ts makes “%s” readable on every background',
  (role) => {
    for (const ground of grounds) {
      expect(wcagContrast(color[role], ground), ground).toBeGreaterThan(TEXT)
    }
  },
)

test('buttons and invalid fields have readable words, and controls have visible edges', () => {
  for (const stop of made) expect(wcagContrast(color.onAccent, stop), stop).toBeGreaterThan(TEXT)
  for (const role of ['strong', 'faint'] as const) {
    expect(wcagContrast(color[role], color.dangerField), role).toBeGreaterThan(TEXT)
  }
  for (const edge of ['control', 'danger', 'accent'] as const) {
    expect(wcagContrast(color[edge], color.card), edge).toBeGreaterThan(EDGE)
  }
})

test.each([
  ['ink', 'surface'],
  ['muted', 'surface'],
  ['link', 'surface'],
  ['ink', 'ground'],
  ['onAccent', 'accent'],
  ['muted', 'ground'],
] as const)('emails have readable “%s” on “%s”, light and dark', (text, ground) => {
  for (const mail of [light, dark]) {
    expect(wcagContrast(mail[text], mail[ground])).toBeGreaterThan(TEXT)
  }
})
