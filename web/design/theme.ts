import { shade } from './palette.ts'

/** The colours of pages by role, and of emails in dark mode. */
export const dark = {
  ground: shade.ground950,
  surface: shade.ground850,
  ink: shade.ink100,
  /** The colour of titles. */
  strong: shade.ink50,
  muted: shade.ink300,
  accent: shade.accent400,
  onAccent: shade.onAccent,
  link: shade.accent300,
  line: shade.ground500,
  danger: shade.danger400,
} as const

/** The colours of emails by role. All are opaque: mail programs replace each in their dark mode. */
export const light = {
  ground: shade.paperLit,
  surface: '#ffffff',
  ink: shade.ground850,
  muted: shade.ground700,
  accent: dark.accent,
  onAccent: dark.onAccent,
  link: shade.onWhite,
  line: shade.paper,
} as const

const fade = (hex: string, opacity: number): string =>
  hex +
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')

/** The gradient of buttons, from its first stop to its last. */
export const made = [shade.accent300, shade.accent400, shade.accent600] as const

/** Colours of pages by use. The accent marks only where the eye should go. */
export const color = {
  page: dark.ground,
  /** Covers content that scrolls under the header. */
  veil: fade(dark.ground, 0.94),
  raised: shade.ground900,
  card: dark.surface,
  field: shade.ground900,
  hairline: fade(dark.muted, 0.14),
  hairlineStrong: fade(dark.muted, 0.3),
  /** The edge of a control, which needs a contrast of 3:1 against the page (WCAG 1.4.11). */
  control: shade.ink400,
  text: dark.ink,
  strong: dark.strong,
  muted: dark.muted,
  faint: shade.ink400,
  accent: dark.accent,
  accentStrong: dark.link,
  /** The light around accented elements. */
  accentGlow: shade.accent500,
  onAccent: dark.onAccent,
  made: `linear-gradient(105deg, ${made[0]}, ${made[1]} 45%, ${made[2]})`,
  /** The ground of accented elements. */
  accentGround: fade(shade.lightNear, 0.18),
  accentEdge: fade(shade.lightFar, 0.34),
  skyLight: fade(shade.skyHigh, 0.4),
  star: dark.muted,
  starWarm: shade.accent200,
  /** The light around a near star. */
  starGlow: fade(shade.accent200, 0.16),
  danger: dark.danger,
  dangerField: shade.danger900,
} as const

export const font = {
  display: "'Display', 'Display Fallback', system-ui, sans-serif",
  text: "'Text', 'Text Fallback', system-ui, sans-serif",
} as const

export const shadow = {
  card: '0 1px 0 rgb(255 255 255 / 0.05) inset, 0 24px 60px -24px rgb(0 0 0 / 0.7)',
  lit: `0 1px 0 ${fade(shade.accent200, 0.25)} inset, 0 30px 90px -30px ${fade(shade.lightAround, 0.45)}`,
  button: `0 1px 0 rgb(255 255 255 / 0.35) inset, 0 10px 30px -12px ${fade(shade.lightFar, 0.7)}`,
} as const
