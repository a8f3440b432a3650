import { shade } from './shades.ts'

const fade = (hex: string, opacity: number): string =>
  hex +
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')

/** The buttons' gradient, from its first stop to its last. */
export const made = [shade['accent-300'], shade['accent-400'], shade['accent-600']] as const

/** Colours by use, for pages and for emails in dark mode. The accent marks only what should draw the eye. */
export const color = {
  page: shade['ground-950'],
  raised: shade['ground-900'],
  card: shade['ground-850'],
  field: shade['ground-900'],
  hairline: fade(shade['ink-300'], 0.14),
  hairlineStrong: fade(shade['ink-300'], 0.3),
  /** The edge of a control, which needs a contrast of 3:1 against the page (WCAG 1.4.11). */
  control: shade['ink-400'],
  text: shade['ink-100'],
  strong: shade['ink-50'],
  muted: shade['ink-300'],
  faint: shade['ink-400'],
  accent: shade['accent-400'],
  accentStrong: shade['accent-300'],
  /** The light around accented elements. */
  accentGlow: shade['accent-500'],
  onAccent: shade['on-accent'],
  made: `linear-gradient(105deg, ${made[0]}, ${made[1]} 45%, ${made[2]})`,
  /** The background of accented elements. */
  accentGround: fade(shade['light-near'], 0.18),
  accentEdge: fade(shade['light-far'], 0.34),
  skyLight: fade(shade['sky-high'], 0.4),
  star: shade['ink-300'],
  starWarm: shade['accent-200'],
  /** The light around a near star. */
  starGlow: fade(shade['accent-200'], 0.16),
  danger: shade['danger-400'],
  dangerField: shade['danger-900'],
  /** Opaque, for emails only. */
  line: shade['ground-500'],
} as const

/** The colours of emails in light mode. All are opaque, because mail programs replace each one in dark mode. */
export const light = {
  page: shade['paper-lit'],
  card: '#ffffff',
  text: shade['ground-850'],
  muted: shade['ground-700'],
  accent: color.accent,
  onAccent: color.onAccent,
  accentStrong: shade['on-white'],
  line: shade.paper,
} as const

export const font = {
  display: "'Display', 'Display Fallback', system-ui, sans-serif",
  text: "'Text', 'Text Fallback', system-ui, sans-serif",
} as const

export const shadow = {
  card: '0 1px 0 rgb(255 255 255 / 0.05) inset, 0 24px 60px -24px rgb(0 0 0 / 0.7)',
  lit: `0 1px 0 ${fade(shade['accent-200'], 0.25)} inset, 0 30px 90px -30px ${fade(shade['light-around'], 0.45)}`,
  button: `0 1px 0 rgb(255 255 255 / 0.35) inset, 0 10px 30px -12px ${fade(shade['light-far'], 0.7)}`,
} as const
