/** Distances in rem. A step is 4 px at the browser's default text size. */
export const space = {
  1: '0.25rem',
  2: '0.5rem',
  3: '0.75rem',
  4: '1rem',
  5: '1.25rem',
  6: '1.5rem',
  8: '2rem',
  10: '2.5rem',
  12: '3rem',
  16: '4rem',
  20: '5rem',
  /** The space between two sections, from 96 px on a phone to 160 px on a wide screen. */
  section: 'clamp(6rem, 4.5rem + 6vw, 10rem)',
  /** The space above a page's first section, which keeps it clear of the fixed header. */
  top: 'clamp(7rem, 5.5rem + 5vw, 10.5rem)',
  /** The distance of sticky content from the window's top, below the header. */
  header: '6.5rem',
  /** The space between the page's edge and its content. Large text does not widen it on a phone. */
  gutter: 'min(clamp(1.25rem, 0.6rem + 2.8vw, 3rem), 6.25vw)',
} as const

/** Font sizes, with the line height and the tracking that suit them. */
export const type = {
  display:
    'font-size: clamp(2.125rem, 1.75rem + 2.9vw, 4.25rem); line-height: 0.98; letter-spacing: -0.035em;',
  title:
    'font-size: clamp(2.125rem, 1.4rem + 3vw, 3.75rem); line-height: 1.04; letter-spacing: -0.03em;',
  heading:
    'font-size: clamp(1.375rem, 1.25rem + 0.5vw, 1.625rem); line-height: 1.2; letter-spacing: -0.015em;',
  lead: 'font-size: clamp(1.125rem, 1.05rem + 0.35vw, 1.3125rem); line-height: 1.5; letter-spacing: -0.005em;',
  body: 'font-size: 1.0625rem; line-height: 1.6;',
  small: 'font-size: 0.9375rem; line-height: 1.5;',
  label: 'font-size: 0.875rem; line-height: 1.4;',
  /** For a sentence that fills a screen. */
  poster:
    'font-size: clamp(2.125rem, 1.75rem + 2.9vw, 5.25rem); line-height: 1; letter-spacing: -0.035em;',
  /** For large numbers. With large text on a phone, `24vw` keeps five digits on one line. */
  figure:
    'font-size: min(clamp(3.5rem, 2.5rem + 4vw, 6rem), 24vw); line-height: 1; letter-spacing: -0.04em; font-variant-numeric: tabular-nums;',
  ordinal:
    'font-size: clamp(3rem, 2rem + 3vw, 4.5rem); line-height: 1; letter-spacing: -0.04em; font-variant-numeric: tabular-nums;',
  price:
    'font-size: 3.5rem; line-height: 1; letter-spacing: -0.04em; font-variant-numeric: tabular-nums;',
  clause:
    'font-size: clamp(1.5rem, 1.3rem + 0.9vw, 2rem); line-height: 1.2; letter-spacing: -0.015em;',
  brand: 'font-size: 1.375rem; line-height: 1.2; letter-spacing: -0.02em;',
} as const

/** The size at which the hero's longest line, 'high-converting ads.', still fits on half a page. */
export const heroFit = 'font-size: clamp(2.5rem, 0.25rem + 4.4vw, 4.25rem);'

/** Heights of buttons and fields; a thumb needs 44 px (WCAG 2.5.5). */
export const size = {
  button: '3.25rem',
  control: '3rem',
  target: '2.75rem',
  dismiss: '2.25rem',
  hint: '1.75rem',
} as const

/** Line lengths. 48ch holds 60 to 70 characters, because a `ch` is wider than most letters. */
export const measure = {
  /** The page's column, with the gutters at its sides. */
  page: `calc(80rem + 2 * ${space.gutter})`,
  headline: '16ch',
  lead: '36rem',
  text: '48ch',
  picture: '40rem',
} as const

export const radius = {
  small: '0.5rem',
  field: '0.75rem',
  card: '1.25rem',
  panel: '1.75rem',
  pill: '999px',
} as const

export const duration = { fast: '120ms', normal: '220ms', slow: '480ms', reveal: '900ms' } as const

export const ease = { out: 'cubic-bezier(0.2, 0.7, 0.2, 1)' } as const

/** Values of `z-index`. */
export const layer = { sky: -1, raised: 1, header: 10, skip: 30 } as const

/** Media queries for widths from which a layout applies. */
export const wide = {
  tablet: '@media (min-width: 48rem)',
  desktop: '@media (min-width: 64rem)',
} as const

/** Media queries for widths up to which a layout applies. */
export const narrow = {
  phone: '@media (max-width: 30rem)',
} as const

export const motionAllowed = '@media (prefers-reduced-motion: no-preference)'
