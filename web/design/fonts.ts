import displayUrl from './fonts/display.woff2?url'
import textUrl from './fonts/text.woff2?url'

/**
 * The two families, which Vike preloads because the document imports them. Each weight has a
 * local fallback of the same measures, so that little moves when the font comes late. Size-adjust
 * is the width of the site's text in the font over that in Arial, measured in a browser; ascent
 * and descent are those that `npm run fonts -w web` prints, divided by size-adjust.
 */
export const fontFaces = `
@font-face{font-family:Display;src:url(${displayUrl}) format("woff2");font-weight:700;font-display:swap}
@font-face{font-family:"Display Fallback";src:local("Arial Bold"),local("Liberation Sans Bold");font-weight:700;size-adjust:97%;ascent-override:95.9%;descent-override:27.8%;line-gap-override:0%}
@font-face{font-family:Text;src:url(${textUrl}) format("woff2");font-weight:400 600;font-display:swap}
@font-face{font-family:"Text Fallback";src:local("Arial"),local("Liberation Sans");font-weight:400;size-adjust:102.3%;ascent-override:98.2%;descent-override:28.8%;line-gap-override:0%}
@font-face{font-family:"Text Fallback";src:local("Arial"),local("Liberation Sans");font-weight:500;size-adjust:104.6%;ascent-override:96.1%;descent-override:28.2%;line-gap-override:0%}
@font-face{font-family:"Text Fallback";src:local("Arial Bold"),local("Liberation Sans Bold");font-weight:600;size-adjust:99.5%;ascent-override:101%;descent-override:29.6%;line-gap-override:0%}
`
