import { shade } from '../design/shades.ts'

/** The colours of a mail by role, all opaque: mail programs replace each of them in their dark mode. */
interface MailColours {
  /** Around the letter, with the footer's text. */
  readonly page: string
  readonly faint: string
  /** The band with the title. */
  readonly sky: string
  readonly title: string
  readonly star: string
  /** The letter. */
  readonly paper: string
  readonly text: string
  readonly muted: string
  readonly link: string
  readonly line: string
  /** The ground of code. */
  readonly inset: string
  readonly button: string
  readonly onButton: string
}

/** The same on light and dark paper. */
const night = {
  sky: shade.ground950,
  title: shade.ink50,
  star: shade.accent400,
  button: shade.accent400,
  onButton: shade.onAccent,
}

export const light: MailColours = {
  ...night,
  page: shade.paperLit,
  faint: shade.ground700,
  paper: '#ffffff',
  text: shade.ground850,
  muted: shade.ground700,
  link: shade.onWhite,
  line: shade.paper,
  inset: shade.paperLit,
}

export const dark: MailColours = {
  ...night,
  page: shade.ground950,
  faint: shade.ink300,
  paper: shade.ground850,
  text: shade.ink100,
  muted: shade.ink300,
  link: shade.accent300,
  line: shade.ground500,
  inset: shade.ground950,
}
