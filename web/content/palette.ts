/**
 * The brand's colours. The build computes all others from these four (see `web/design/shades.ts`), except black, white
 * and those of the sample products in the case studies. The design needs a dark background and a light accent.
 * `npm test -- design/contrast` lists every colour role that is too hard to read.
 */
export const palette = {
  /** The background of pages. */
  ground: '#070a16',
  /** The colour of text. */
  ink: '#e4e7f5',
  /** The colour of buttons, links and the light in every picture. */
  accent: '#ffb04d',
  /** The colour of errors. */
  danger: '#ff8d97',
} as const

/** The accent in words, for the descriptions of the pictures. */
export const accentName = 'amber'
