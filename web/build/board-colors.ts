import type { BoardColors } from '../../api/contract/mail-templates.ts'
import { color } from '../design/theme.ts'

/** The site's colours for the operator's board, which is served without the site. */
export const boardColors: BoardColors = {
  ground: color.page,
  surface: color.card,
  ink: color.text,
  muted: color.muted,
  accent: color.accent,
  onAccent: color.onAccent,
  danger: color.danger,
  hairline: color.hairlineStrong,
}
