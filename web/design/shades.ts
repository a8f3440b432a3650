import { clampChroma, formatHex, oklch } from 'culori'
import { OwnerError } from '../../contract/owner-error.ts'
import { palette } from '../content/palette.ts'

/**
 * The site's colours, computed in OKLCH from the brand's palette. `build/evaluate.ts` does this when the site is built,
 * so that browsers get only values.
 */

/**
 * @param lightness - from -1 (black) to 1 (white); 0 keeps the lightness
 * @param chroma - the factor by which the chroma changes
 * @param turn - by how many degrees the hue turns
 * @throws OwnerError that says which colour of the palette is not written as # and six digits
 */
function step(name: keyof typeof palette, lightness: number, chroma = 1, turn = 0): string {
  const base = /^#[0-9a-f]{6}$/.test(palette[name]) ? oklch(palette[name]) : undefined
  if (!base) {
    throw new OwnerError(
      `palette.${name} is ${palette[name]}: write # and six hexadecimal digits, in lower case.`,
    )
  }
  const { l, c, h = 0 } = base
  return formatHex(
    clampChroma(
      {
        mode: 'oklch',
        l: lightness < 0 ? l * (1 + lightness) : l + (1 - l) * lightness,
        c: c * chroma,
        h: h + turn,
      },
      'oklch',
    ),
  )
}

export const shade = {
  /** Higher numbers are darker. */
  'ground-950': palette.ground,
  'ground-900': step('ground', 0.03, 1.3, 1),
  'ground-850': step('ground', 0.064, 1.6, 1),
  'ground-800': step('ground', 0.1, 1.91, 1),
  'ground-700': step('ground', 0.17, 2.23, 1),
  'ground-500': step('ground', 0.363, 2.7, 2),
  'sky-high': step('ground', 0.282, 4.23),

  'ink-50': step('ink', 0.85, 0.3, 9),
  'ink-100': palette.ink,
  'ink-300': step('ink', -0.147, 2.3),
  'ink-400': step('ink', -0.266, 3, -2),

  'accent-200': step('accent', 0.568, 0.5, 9),
  'accent-300': step('accent', 0.27, 1, 7),
  'accent-400': palette.accent,
  'accent-500': step('accent', -0.07, 1.09, -19),
  /** The last colour of the buttons' gradient. */
  'accent-600': step('accent', -0.148, 1.24, -35.5),
  /** Light, which pages use only with transparency: near the accent, at the horizon, around a lit card. */
  'light-near': step('accent', -0.035, 1.1, -8.4),
  'light-far': step('accent', -0.056, 1.1, -14.2),
  'light-around': step('accent', -0.077, 1.14, -17),
  'on-accent': step('accent', -0.78, 0.21, -18),
  /** The colour of links on white, in emails. */
  'on-white': step('accent', -0.52, 0.9, -26),
  paper: step('accent', 0.68, 0.2, 12),
  'paper-lit': step('accent', 0.84, 0.2, 11),

  'danger-400': palette.danger,
  'danger-900': step('danger', -0.674, 0.5, -15),
} as const

/** Only pictures use these shades, so no script contains them. */
export const pictureShade = {
  /** The scenes of the ads, each from its first stop to its last. */
  'night-scene': [
    step('accent', -0.795, 0.15, -78),
    step('accent', -0.634, 0.48, -29),
    step('accent', -0.695, 0.4, -29),
    step('accent', -0.794, 0.2, -32),
  ],
  'dusk-scene': [
    step('accent', 0.22, 1, 7),
    step('accent', -0.046, 1.1, -14),
    step('accent', -0.177, 1.216, -35),
  ],
  cast: step('accent', -0.83, 0.2, -25),
  /** The background of a shop's own photo. */
  listing: step('ink', 0.07, 0.4, 9),

  /** The candle. The cup and the shoe share some of its shades. */
  candle: {
    glass: [
      step('accent', -0.694, 0.44, -26),
      step('accent', -0.437, 0.8, -21),
      step('accent', -0.2, 0.991, -11),
      step('accent', -0.046, 0.99, 2),
      step('accent', -0.232, 0.99, -13),
      step('accent', -0.51, 0.73, -23.6),
      step('accent', -0.717, 0.4, -26),
    ],
    inner: [
      step('accent', 0.81, 0.4, 23),
      step('accent', 0.25, 1, 11.5),
      step('accent', -0.05, 1.2, -7.5),
    ],
    halo: [
      step('accent', 0.54, 0.7, 16),
      step('accent', 0.06, 1, 2),
      step('accent', -0.05, 1.095, -10),
    ],
    flame: [
      step('accent', 0.93, 0.2, 29),
      step('accent', 0.52, 1, 20.3),
      step('accent', -0.048, 1.2, -8),
      step('accent', -0.198, 1.23, -24.7),
    ],
    'flame-heart': step('accent', 0.96, 0.1, 26),
    wick: step('accent', -0.734, 0.32, -23),
    melted: step('accent', 0.68, 0.47, 19),
    'melted-heart': step('accent', 0.93, 0.1, 17),
    wax: step('accent', 0.13, 0.57, 8),
    inside: step('accent', -0.64, 0.53, -26),
    foot: step('accent', 0.46, 0.6, 6),
    rim: step('accent', 0.6, 0.5, 11),
    label: step('accent', 0.87, 0.2, 13),
    'label-ink': step('accent', -0.456, 0.65, -13),
  },
} as const
