import type { BoardLook } from '../../letters/mail-templates.ts'
import { bareIcon } from './icon.ts'
import { shade } from './shades.ts'
import { color, light } from './theme.ts'

/** The colours of the owner's board by role, in light mode and in dark mode. */
const ROLES = {
  page: [light.page, color.page],
  card: [light.card, color.card],
  text: [light.text, color.text],
  muted: [light.muted, color.muted],
  line: [light.line, color.line],
  accent: [light.accentStrong, color.accent],
  picture: [shade['accent-600'], color.accent],
  button: [light.accent, color.accent],
  'on-button': [light.onAccent, color.onAccent],
  danger: [shade['danger-900'], color.danger],
} as const

const pairs = Object.entries(ROLES).map(
  ([role, [day, night]]) => `--${role}:light-dark(${day},${night})`,
)

export const boardLook: BoardLook = { css: `:root{${pairs.join(';')}}`, icon: bareIcon }
