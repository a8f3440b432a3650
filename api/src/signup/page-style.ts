import { createHash } from 'node:crypto'
import { html } from '../html.ts'

/**
 * One small sheet within the page: the API has no other file to give. The colours are
 * those of the site (web/design/tokens.ts), which is not in the API's image. Contrast of text
 * is at least 7:1 and of borders 3:1. The trap field is moved away, not hidden, because
 * bots skip what is hidden.
 */
export const STYLE = html`
:root{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;
background:#070a16;color:#e4e7f5;font:1rem/1.6 system-ui,sans-serif}
main{width:100%;max-width:28rem;padding:2rem;border:1px solid #ffb04d;border-radius:1.75rem;
background:#10152a}
h1{margin:0 0 .75rem;font-size:1.75rem;line-height:1.2}
p{margin:0 0 1rem}
a{color:#ffc877}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}
label{display:block;margin-top:1rem;font-weight:600}
input,select{width:100%;min-height:2.75rem;margin-top:.25rem;padding:.5rem .75rem;
border:1px solid #8e97bd;border-radius:.75rem;background:#0b0f1f;color:inherit;font:inherit}
[aria-invalid]{border-color:#ff8d97}
.message{margin:.25rem 0 0;color:#ff8d97}
button{width:100%;min-height:2.75rem;margin-top:1.5rem;border:0;border-radius:99rem;
background:#ffb04d;color:#1c0d05;font:inherit;font-weight:700;cursor:pointer}
:focus-visible{outline:3px solid #ffb04d;outline-offset:2px}
.trap{position:absolute;left:-200vw;width:1px;height:1px;overflow:hidden}
`

const hash = createHash('sha256').update(STYLE.text).digest('base64')

/** Allows this sheet and sending the form back to us; nothing else. */
export const PAGE_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${hash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
