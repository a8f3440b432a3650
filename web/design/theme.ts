import { palette } from './tokens.ts'

/**
 * A colour of the palette that lets through what is behind it.
 *
 * @param hex - like #ffb04d
 * @param opacity - from 0.07, which is two digits, to 1
 */
const fade = (hex: string, opacity: number): string => hex + Math.round(opacity * 255).toString(16)

/** Colours by role. One accent, used where the eye should go. */
export const color = {
  page: palette.night950,
  /** Over content that scrolls beneath. */
  veil: fade(palette.night950, 0.86),
  raised: palette.night900,
  card: palette.night850,
  field: palette.night900,
  hairline: fade(palette.moon300, 0.14),
  hairlineStrong: fade(palette.moon300, 0.3),
  /** The edge of a control: 3:1 against the page (WCAG 1.4.11). */
  control: palette.moon400,
  text: palette.moon100,
  strong: palette.white,
  muted: palette.moon300,
  faint: palette.moon400,
  accent: palette.ember400,
  accentStrong: palette.ember300,
  /** The light around what is accented. */
  accentGlow: palette.ember500,
  onAccent: palette.bark,
  made: `linear-gradient(105deg, ${palette.ember300}, ${palette.ember400} 45%, ${palette.ember600})`,
  glow: fade(palette.glow, 0.18),
  /** What comes up behind the horizon. */
  dawn: fade(palette.dawn, 0.34),
  /** Two breaths of blue in the sky. */
  skyHigh: fade(palette.skyHigh, 0.36),
  skyLow: fade(palette.skyLow, 0.3),
  starFar: palette.moon300,
  star: palette.night500,
  starBright: palette.moon100,
  starWarm: palette.ember200,
  danger: palette.rose400,
  dangerField: palette.rose900,
} as const

/** On paper: ink, and nothing behind it. */
export const print = { paper: '#fff', ink: '#000', line: '#767676' } as const

export const font = {
  display: "'Display', 'Display Fallback', system-ui, sans-serif",
  text: "'Text', 'Text Fallback', system-ui, sans-serif",
} as const

export const shadow = {
  card: '0 1px 0 rgb(255 255 255 / 0.05) inset, 0 24px 60px -24px rgb(0 0 0 / 0.7)',
  lit: `0 1px 0 ${fade(palette.ember200, 0.25)} inset, 0 30px 90px -30px ${fade(palette.lit, 0.45)}`,
  button: `0 1px 0 rgb(255 255 255 / 0.35) inset, 0 10px 30px -12px ${fade(palette.dawn, 0.7)}`,
} as const
