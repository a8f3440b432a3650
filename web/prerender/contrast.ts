import { blend, formatHex, wcagContrast } from 'culori'
import type { color, dark, light } from '../design/theme.ts'

/** WCAG 2.2: the least contrast of text (1.4.3), and of the edges of controls (1.4.11). */
const TEXT = 4.5
const EDGE = 3

/** Colours for the roles of a theme. */
type Like<Theme> = Readonly<Record<keyof Theme, string>>

/** The colours that text and controls have and stand on. */
export interface Look {
  readonly page: Like<typeof color>
  /** The stops of the gradient of buttons. */
  readonly made: readonly string[]
  readonly mail: Like<typeof light>
  readonly darkMail: Like<typeof dark>
}

type Pair = readonly [what: string, above: string, ground: string, least: number]

const TEXTS = ['text', 'strong', 'muted', 'faint', 'accent', 'accentStrong', 'danger'] as const
const GROUNDS = ['page', 'raised', 'card', 'field'] as const
const EDGES = ['control', 'danger', 'accent'] as const

const MAIL_TEXTS = [
  ['ink', 'surface'],
  ['muted', 'surface'],
  ['link', 'surface'],
  ['ink', 'ground'],
  ['onAccent', 'accent'],
  ['muted', 'ground'],
] as const

function pairsOf({ page, made, mail, darkMail }: Look): Pair[] {
  const onPage = TEXTS.flatMap((text) =>
    GROUNDS.flatMap((ground): Pair[] => {
      const lit = formatHex(blend([page[ground], page.accentGround]))
      return [
        [`“${text}” on “${ground}”`, page[text], page[ground], TEXT],
        [`“${text}” on a lit “${ground}”`, page[text], lit, TEXT],
      ]
    }),
  )
  const inMails = MAIL_TEXTS.flatMap(([text, ground]): Pair[] => {
    const what = `an email’s “${text}” on “${ground}”`
    return [
      [what, mail[text], mail[ground], TEXT],
      [`${what} in the dark`, darkMail[text], darkMail[ground], TEXT],
    ]
  })
  return [
    ...onPage,
    ...made.map((stop): Pair => ['the text of a button', page.onAccent, stop, TEXT]),
    ['“strong” in a wrong field', page.strong, page.dangerField, TEXT],
    ['“faint” in a wrong field', page.faint, page.dangerField, TEXT],
    ...EDGES.map((edge): Pair => [`the edge “${edge}” of a control`, page[edge], page.card, EDGE]),
    ...inMails,
  ]
}

/**
 * Finds colours that are too hard to read on each other. axe says nothing about text on a gradient,
 * and does not see mails.
 * @returns sentences for the owner
 */
export function noteContrast(look: Look): string[] {
  const hard = pairsOf(look).flatMap(([what, above, ground, least]) => {
    const contrast = wcagContrast(above, ground)
    const shown = (Math.floor(contrast * 100) / 100).toFixed(2)
    const found = `${what} is ${above} on ${ground}: ${shown} to 1 (wanted: ${least})`
    return contrast < least ? [found] : []
  })
  if (hard.length === 0) return []
  return [
    'Colours are too hard to read. In the palette of web/content/brand.ts, make the ground darker or the ink lighter.',
    'Text on a lit card also gains from a darker accent, text on buttons from a lighter one.',
    ...hard.map((pair) => `  - ${pair}`),
  ]
}
