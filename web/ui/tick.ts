import { css } from 'styled-components'
import { color } from '../design/theme.ts'

/** A tick, for the `::before` of a list's item. Drawn, because the site's fonts have no such sign. */
export const tick = css`
  content: '';
  width: 0.375em;
  height: 0.75em;
  margin: -0.2em 0.5em 0 0.2em;
  border: solid ${color.accent};
  border-width: 0 0.125em 0.125em 0;
  rotate: 45deg;
`
