import { blend, formatHex, wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { color, light, made } from './theme.ts'

/** The lowest contrast ratios that WCAG 2.2 permits for text (1.4.3) and for the edges of controls (1.4.11). */
const TEXT = 4.5
const EDGE = 3

/** A colour's role and its value. */
type Use = readonly [role: string, value: string]

/** @param change - what an owner can do about it in `web/content/palette.ts` */
function expectContrast([role, value]: Use, [ground, behind]: Use, limit: number, change: string) {
  const ratio = wcagContrast(value, behind)
  expect
    .soft(
      ratio,
      `“${role}” ${value} on “${ground}” ${behind} has a contrast of ${ratio.toFixed(2)} and needs ${limit}: ${change} in web/content/palette.ts`,
    )
    .toBeGreaterThan(limit)
}

/** The pages' backgrounds, with and without light, because axe does not check text on a gradient. */
const grounds = (['page', 'raised', 'card', 'field'] as const).flatMap((ground): Use[] => [
  [ground, color[ground]],
  [`${ground} in the accent’s light`, formatHex(blend([color[ground], color.accentGround]))],
])

test.each([
  ['text', 'lighten `ink`, or darken `ground`,'],
  ['strong', 'lighten `ink`, or darken `ground`,'],
  ['muted', 'lighten `ink`, or darken `ground`,'],
  ['faint', 'lighten `ink`, or darken `ground`,'],
  ['accent', 'lighten `accent`'],
  ['accentStrong', 'lighten `accent`'],
  ['danger', 'lighten `danger`'],
] as const)(
  'the palette of web/content/palette.ts makes “%s” readable on every background',
  (role, change) => {
    for (const ground of grounds) expectContrast([role, color[role]], ground, TEXT, change)
  },
)

test('buttons and invalid fields have readable text, and controls have visible edges', () => {
  for (const [index, stop] of made.entries()) {
    const ground = [`stop ${index + 1} of buttons`, stop] as const
    expectContrast(['onAccent', color.onAccent], ground, TEXT, 'lighten `accent`')
  }
  for (const role of ['strong', 'faint'] as const) {
    const ground = ['dangerField', color.dangerField] as const
    expectContrast([role, color[role]], ground, TEXT, 'lighten `ink`, or darken `ground`,')
  }
  for (const [edge, change] of [
    ['control', 'lighten `ink`, or darken `ground`,'],
    ['danger', 'lighten `danger`'],
    ['accent', 'lighten `accent`'],
  ] as const) {
    expectContrast([`edge ${edge}`, color[edge]], ['card', color.card], EDGE, change)
  }
})

const IN_MAILS = {
  light: { text: 'darken `ground`', muted: 'darken `ground`', accentStrong: 'darken `accent`' },
  dark: {
    text: 'lighten `ink`, or darken `ground`,',
    muted: 'lighten `ink`, or darken `ground`,',
    accentStrong: 'lighten `accent`',
  },
} as const

test.each([
  ['text', 'card'],
  ['muted', 'card'],
  ['accentStrong', 'card'],
  ['text', 'page'],
  ['onAccent', 'accent'],
  ['muted', 'page'],
] as const)('in emails, “%s” is readable on “%s”, light and dark', (text, ground) => {
  for (const [look, colours] of Object.entries({ light, dark: color } as const)) {
    const change = text === 'onAccent' ? 'lighten `accent`' : IN_MAILS[look as 'light'][text]
    const mail = (role: typeof text | typeof ground): Use => [
      `${role} of ${look} emails`,
      colours[role],
    ]
    expectContrast(mail(text), mail(ground), TEXT, change)
  }
})
