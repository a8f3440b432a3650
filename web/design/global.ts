import { fontFaces } from './fonts.ts'
import { color, font } from './theme.ts'
import { radius, type } from './tokens.ts'

/** What no component owns: fonts, reset, the ground, focus. Static, so it stands in the document. */
export const globalStyles = `${fontFaces}
*,::before,::after{box-sizing:border-box}
*{margin:0}
html{color-scheme:dark;background:${color.page};scroll-padding-top:6rem;-webkit-text-size-adjust:100%;text-size-adjust:100%;hanging-punctuation:first last}
html:has(dialog[open]){overflow:hidden}
body{min-height:100svh;color:${color.text};font-family:${font.text};${type.body}-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
h1,h2,h3{font-family:${font.display};font-weight:700;color:${color.strong};text-wrap:balance}
p{text-wrap:pretty}
ul,ol{padding:0;list-style:none}
a{color:inherit}
img,svg{display:block;max-width:100%}
button,input,select{font:inherit;color:inherit}
:focus-visible{outline:3px solid ${color.accent};outline-offset:3px;border-radius:${radius.small}}
main:focus{outline:none}
::selection{background:${color.accent};color:${color.onAccent}}
`
