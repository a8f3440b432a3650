import { describe, expect, test } from 'vitest'
import { color, print } from '../../web/design/theme.ts'
import { palette } from '../../web/design/tokens.ts'

type Rgb = readonly [number, number, number]

const rgb = (hex: string): Rgb => {
  const [r = 0, g = 0, b = 0] = (hex.match(/[\da-f]{2}/gi) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  )
  return hex.length === 4
    ? rgb(`#${[...hex.slice(1)].map((one) => one + one).join('')}`)
    : [r, g, b]
}

/** WCAG 2.2, relative luminance. */
function luminance(channels: Rgb): number {
  const [r = 0, g = 0, b = 0] = channels.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** `color.glow` where it is strongest, over a ground. */
function lit(ground: string): Rgb {
  const alpha = Number.parseInt(color.glow.slice(7), 16) / 255
  const [r, g, b] = rgb(color.glow)
  const [x, y, z] = rgb(ground)
  const over = (above: number, below: number) => above * alpha + below * (1 - alpha)
  return [over(r, x), over(g, y), over(b, z)]
}

// axe cannot tell what text on a gradient stands on, and says nothing about it.
describe('text can be read', () => {
  const grounds = ['page', 'raised', 'card', 'field'] as const

  test('a glow is a colour with its opacity, or there is nothing to be lit by', () => {
    expect(color.glow).toMatch(/^#[\da-f]{8}$/)
    expect(lit(color.page)).not.toEqual(rgb(color.page))
  })

  test.each(['text', 'strong', 'muted', 'faint', 'accentStrong', 'danger'] as const)(
    '%s on every ground, lit or not',
    (role) => {
      for (const ground of grounds) {
        expect(contrast(rgb(color[role]), rgb(color[ground])), ground).toBeGreaterThan(4.5)
        expect(contrast(rgb(color[role]), lit(color[ground])), `${ground}, lit`).toBeGreaterThan(
          4.5,
        )
      }
    },
  )

  test('on what is made, from one end of its gradient to the other', () => {
    for (const stop of ['ember300', 'ember400', 'ember600'] as const) {
      expect(color.made).toContain(palette[stop])
      expect(contrast(rgb(color.onAccent), rgb(palette[stop])), stop).toBeGreaterThan(4.5)
    }
  })

  test('a message beside a wrong field, and the edges of a field', () => {
    expect(contrast(rgb(color.strong), rgb(color.dangerField))).toBeGreaterThan(4.5)
    for (const edge of [color.control, color.danger, color.accent]) {
      expect(contrast(rgb(edge), rgb(color.card)), edge).toBeGreaterThan(3)
    }
  })

  test('on paper', () => {
    expect(contrast(rgb(print.ink), rgb(print.paper))).toBe(21)
  })
})
