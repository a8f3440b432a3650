import displayUrl from './fonts/display.woff2?url'
import textUrl from './fonts/text.woff2?url'
import { moreFonts } from './more-fonts.ts'
import { color, font } from './theme.ts'
import { radius, type } from './tokens.ts'

const NAMES = {
  display: 'font-family:Display;font-weight:700',
  text: 'font-family:Text;font-weight:400 600',
} as const

/**
 * The two families, which Vike preloads because the document imports them. Each weight has a local fallback with the
 * same metrics, so that little moves when the font arrives late. Size-adjust is the width of the site's text in the
 * font, divided by its width in Arial, as measured in a browser; ascent and descent are the font's, divided by
 * size-adjust.
 */
const fontFaces = `
@font-face{font-family:Display;src:url(${displayUrl}) format("woff2");font-weight:700;font-display:swap}
@font-face{font-family:"Display Fallback";src:local("Arial Bold"),local("Liberation Sans Bold");font-weight:700;size-adjust:97%;ascent-override:95.9%;descent-override:27.8%;line-gap-override:0%}
@font-face{font-family:Text;src:url(${textUrl}) format("woff2");font-weight:400 600;font-display:swap}
@font-face{font-family:"Text Fallback";src:local("Arial"),local("Liberation Sans");font-weight:400;size-adjust:102.3%;ascent-override:98.2%;descent-override:28.8%;line-gap-override:0%}
@font-face{font-family:"Text Fallback";src:local("Arial"),local("Liberation Sans");font-weight:500;size-adjust:104.6%;ascent-override:96.1%;descent-override:28.2%;line-gap-override:0%}
@font-face{font-family:"Text Fallback";src:local("Arial Bold"),local("Liberation Sans Bold");font-weight:600;size-adjust:99.5%;ascent-override:101%;descent-override:29.6%;line-gap-override:0%}
${moreFonts.map(({ name, url, range }) => `@font-face{${NAMES[name]};src:url(${url}) format("woff2");font-display:swap;unicode-range:${range}}`).join('')}`

/**
 * Until the start script sets `data-used`, browsers lay out content far below the viewport of a long page as boxes of
 * an estimated height. The script sets it at the first sign of interest or after a few seconds, or immediately if the
 * browser will restore a scroll position or follow a fragment. Scroll anchoring is off, because a restored position
 * must stay when boxes get their real heights.
 */
export const untilInterest = `@media screen and (scripting:enabled){html:not([data-used]){overflow-anchor:none;& main section~section~section{content-visibility:auto;contain-intrinsic-size:auto 44rem}}}`

/**
 * A printed page has no header or footer, nothing is collapsed, and no heading ends a sheet. Pictures are light on
 * dark, so they keep their background, even where visitors force their own colours.
 */
const onPaper = `@media print{
*,::before,::after,::marker{background:none!important;color:#000!important;box-shadow:none!important}
html{color-scheme:light;background:#fff!important}
#root>:not(main),main nav{display:none!important}
h1,h2,h3{break-after:avoid}
svg,img,li,blockquote{break-inside:avoid}
details::details-content{block-size:auto!important;content-visibility:visible!important}
}
@media print,(forced-colors:active){svg:has(use,text){forced-color-adjust:none;print-color-adjust:exact;background:${color.page}!important;border-radius:${radius.card}}}`

/** Styles that no component owns: fonts, reset, background and focus, which keeps a component's radius. */
export const globalStyles = `${fontFaces}
*,::before,::after{box-sizing:border-box}
*{margin:0}
html{color-scheme:dark;background:${color.page};scroll-padding-top:6rem;-webkit-text-size-adjust:100%;hanging-punctuation:first last}
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
:where(:focus-visible){outline:3px solid ${color.accent};outline-offset:3px;border-radius:${radius.small}}
main:focus{outline:none}
::selection{background:${color.accent};color:${color.onAccent}}
@media screen and (prefers-reduced-motion:no-preference){[data-rise=waiting]:not(:focus-within){opacity:0}}
@media (prefers-reduced-motion:reduce){*,::before,::after{animation:none!important;transition:none!important}}
${onPaper}`
