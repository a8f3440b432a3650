import { letterhead } from '../content/mails.ts'
import { color } from '../design/theme.ts'

/**
 * Returns a CSS string. Characters are escaped as code points, because nginx's configuration also contains the string.
 */
const quoted = (text: string): string =>
  `"${text.replaceAll(/[^A-Za-z0-9 ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`

/** The brand's look for nginx's page, which does not use any of the site's files. */
export const plainStyles = `:root{color-scheme:dark;background:${color.page}}
body{max-width:36rem;margin:0 auto;padding:1.5rem 1.5rem 4rem;color:${color.text};font:1.0625rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
body::before{content:${quoted(`${letterhead.sign} ${letterhead.name}`)};color:${color.strong};font-size:1.25rem;font-weight:700}
main{margin-top:4rem;padding-top:2rem;border-top:4px solid ${color.accent}}
h1{margin:0 0 1.5rem;color:${color.strong};font-size:2.25rem;line-height:1.1;letter-spacing:-.02em}
a{color:${color.accentStrong}}
:focus-visible{outline:3px solid ${color.accent};outline-offset:3px}
`
