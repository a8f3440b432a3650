import type { CSSProperties } from 'react'
import { color, light } from '../design/theme.ts'

/** Outlook's own family comes first, because Outlook shows Times if the first one is missing. */
const family = 'Segoe UI, -apple-system, Roboto, Helvetica, Arial, sans-serif'

const text: CSSProperties = {
  margin: '0 0 16px',
  fontFamily: family,
  fontSize: '16px',
  lineHeight: '1.6',
}
const heading: CSSProperties = { fontFamily: family, fontWeight: 700, lineHeight: '1.25' }
const mono: CSSProperties = {
  borderRadius: '6px',
  backgroundColor: light.page,
  fontFamily: 'Consolas, Menlo, monospace',
  fontSize: '14px',
}

/** Cells begin at the edge of the text, so there is space only on their right. */
const cell: CSSProperties = {
  padding: '8px 24px 8px 0',
  borderBottom: `1px solid ${light.line}`,
  textAlign: 'left',
  verticalAlign: 'top',
}

/** The style for each element, in our emails and in the body of a letter. */
export const elements = {
  h1: { ...heading, margin: '32px 0 12px', fontSize: '24px' },
  h2: { ...heading, margin: '32px 0 8px', fontSize: '20px' },
  h3: { ...heading, margin: '24px 0 8px', fontSize: '17px' },
  p: text,
  a: { color: light.accentStrong, fontWeight: 600, textDecoration: 'underline' },
  ul: { ...text, paddingLeft: '24px' },
  ol: { ...text, paddingLeft: '24px' },
  li: { margin: '0 0 8px' },
  strong: { fontWeight: 700 },
  em: { fontStyle: 'italic' },
  blockquote: {
    margin: '24px 0',
    paddingLeft: '20px',
    borderLeft: `3px solid ${light.accent}`,
    color: light.muted,
  },
  table: { margin: '0 0 16px', borderCollapse: 'collapse' },
  th: { ...cell, fontWeight: 700 },
  td: cell,
  hr: { margin: '32px 0', border: '0', borderTop: `1px solid ${light.line}` },
  img: { display: 'block', maxWidth: '100%', height: 'auto', border: '0', borderRadius: '12px' },
  code: { ...mono, padding: '1px 2px' },
  pre: { ...mono, margin: '0 0 16px', padding: '12px 16px', whiteSpace: 'pre-wrap' },
} as const satisfies Readonly<Record<string, CSSProperties>>

/** The styles for the frame and for the parts of our own emails. */
export const parts = {
  page: { padding: '24px 12px', backgroundColor: light.page },
  frame: { maxWidth: '600px' },
  // The colour is set together with the background, because spam filters assume that headings are black.
  sky: {
    padding: '28px 28px 32px',
    borderRadius: '20px 20px 0 0',
    backgroundColor: color.page,
    color: color.strong,
  },
  brand: { ...text, margin: '0 0 36px', fontSize: '18px', fontWeight: 700 },
  star: { color: light.accent },
  title: {
    ...heading,
    margin: '0',
    fontSize: '32px',
    lineHeight: '1.15',
    letterSpacing: '-0.02em',
  },
  paper: {
    // A wide picture would widen a table with any other layout.
    tableLayout: 'fixed',
    padding: '32px 28px 16px',
    borderTop: `4px solid ${light.accent}`,
    borderRadius: '0 0 20px 20px',
    backgroundColor: light.card,
    color: light.text,
    fontFamily: family,
    fontSize: '16px',
    lineHeight: '1.6',
  },
  action: { ...text, margin: '24px 0 16px' },
  button: {
    padding: '16px 28px',
    borderRadius: '28px',
    backgroundColor: light.accent,
    color: light.onAccent,
    fontFamily: family,
    fontSize: '17px',
    fontWeight: 700,
  },
  note: { ...text, color: light.muted, fontSize: '14px' },
  footer: {
    padding: '24px 28px',
    color: light.muted,
    fontFamily: family,
    fontSize: '14px',
    lineHeight: '1.6',
  },
  footerText: { ...text, margin: '0 0 8px', fontSize: '14px' },
  footerLink: { color: light.muted, textDecoration: 'underline' },
} as const satisfies Readonly<Record<string, CSSProperties>>

/**
 * Dark colours for Apple Mail and others with `prefers-color-scheme`. Gmail and Outlook compute
 * their own. The rules need `!important`, because the light colours are in `style` attributes. They
 * select elements, because a letter's body has no classes.
 */
export const darkRules = `:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.page, .page > table > tbody > tr > td { background-color: ${color.page} !important }
.paper { background-color: ${color.card} !important; color: ${color.text} !important }
.paper a { color: ${color.accentStrong} !important }
.paper .button { color: ${color.onAccent} !important }
.paper .note, .paper blockquote { color: ${color.muted} !important }
.paper code, .paper pre { background-color: ${color.page} !important }
.paper hr { border-top-color: ${color.line} !important }
.paper th, .paper td { border-bottom-color: ${color.line} !important }
.footer, .footer a { color: ${color.muted} !important }
}`

/** Outlook on Windows ignores `max-width`. */
export const outlookRules = '.frame { width: 600px }'

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns a `style` attribute. All values are strings or numbers without a unit. */
export const toAttribute = (style: CSSProperties): string =>
  Object.entries(style)
    .map(([name, value]) => `${kebab(name)}:${value}`)
    .join(';')
