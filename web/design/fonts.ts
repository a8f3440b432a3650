import displayUrl from './fonts/display.woff2?url'
import textUrl from './fonts/text.woff2?url'

/**
 * The two families, which Vike preloads because the document imports them, and for each a local fallback of the same measures, so that nothing
 * moves when the real one arrives. The figures come from `npm run fonts -w web`:
 * size-adjust is the family's mean character width over that of Arial (Bold).
 */
export const fontFaces = `
@font-face{font-family:Display;src:url(${displayUrl}) format("woff2");font-weight:500 800;font-display:swap}
@font-face{font-family:"Display Fallback";src:local("Arial Bold"),local("Liberation Sans Bold");font-weight:500 800;size-adjust:99%;ascent-override:93.9%;descent-override:27.3%;line-gap-override:0%}
@font-face{font-family:Text;src:url(${textUrl}) format("woff2");font-weight:400 600;font-display:swap}
@font-face{font-family:"Text Fallback";src:local("Arial"),local("Liberation Sans");font-weight:400 600;size-adjust:105.8%;ascent-override:95%;descent-override:27.9%;line-gap-override:0%}
`
