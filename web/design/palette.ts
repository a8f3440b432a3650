import { shade } from './shades.ts'

/** The colours of pages by role, and of mails in dark mode. */
export const dark = {
  ground: shade.ground950,
  surface: shade.ground850,
  ink: shade.ink100,
  /** Titles. */
  strong: shade.ink50,
  muted: shade.ink300,
  accent: shade.accent400,
  onAccent: shade.onAccent,
  link: shade.accent300,
  line: shade.ground500,
  danger: shade.danger400,
} as const

/** The colours of mails by role. All are opaque: mail programs replace each in their dark mode. */
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
