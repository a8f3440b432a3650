import type { Plugin } from 'vite'
import { shade } from '../design/shades.ts'

/** Replaces the computation of the colours by its results, so that browsers do not repeat it. */
export const computedColours: Plugin = {
  name: 'computed-colours',
  load: {
    filter: { id: /\/web\/design\/shades\.ts$/ },
    handler: () => `export const shade = ${JSON.stringify(shade)}`,
  },
}
