import { fontFaces } from './fonts.ts'
import { color, font, print } from './theme.ts'
import { radius, type } from './tokens.ts'

/** Fonts, reset, background and focus: the styles that no component owns. */
export const globalStyles = `${fontFaces}
*,::before,::after{box-sizing:border-box}
*{margin:0}
html{color-scheme:dark;background:${color.page};scroll-padding-top:6rem;-webkit-text-size-adjust:100%;text-size-adjust:100%;hanging-punctuation:first last}
@media (min-width:100rem) and (min-height:50rem){html{font-size:112.5%}}
@media (min-width:140rem) and (min-height:70rem){html{font-size:137.5%}}
html:has(dialog[open]){overflow:hidden}
body{min-height:100svh;color:${color.text};font-family:${font.text};${type.body}-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
h1,h2,h3{font-family:${font.display};font-weight:700;color:${color.strong};text-wrap:balance}
p,li,dd{text-wrap:pretty}
ul,ol{padding:0;list-style:''}
a{color:inherit}
img,svg{display:block;max-width:100%}
button,input,select{font:inherit;color:inherit}
:focus-visible{outline:3px solid ${color.accent};outline-offset:3px;border-radius:${radius.small}}
main:focus{outline:none}
::selection{background:${color.accent};color:${color.onAccent}}
@media screen and (prefers-reduced-motion:no-preference){[data-rise=waiting]:not(:focus-within){opacity:0}}
@media (prefers-reduced-motion:reduce){*,::before,::after{animation:none!important;transition:none!important}}
${onPaper()}`

/**
 * Prints every page as a document: overrules the colours of all components. Pictures are light
 * on a dark ground, so they keep the ground, also where visitors force their own colours.
 */
function onPaper(): string {
  return `@media print{
*,::before,::after,::marker{background:none!important;color:${print.ink}!important;border-color:${print.line}!important;box-shadow:none!important;text-shadow:none!important;transition:none!important}
html{color-scheme:light;background:${print.paper}!important}
#root>:not(main){display:none!important}
main :is(h1,h2,h3){break-after:avoid}
main :is(svg,li,figure){break-inside:avoid}
}
@media print,(forced-colors:active){svg:has(use,text){forced-color-adjust:none;print-color-adjust:exact;background:${color.page}!important;border-radius:${radius.card}}}
`
}
