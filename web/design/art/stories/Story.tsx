import type { ReactNode } from 'react'
import { shade } from '../../shades.ts'
import { stops } from '../ArtDefs.tsx'

/** The picture of a case study as a file of its own, with a warm light named `pool`. */
export function Story({ title, children }: { title: string; children: ReactNode }) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">
      <title>{title}</title>
      <radialGradient id="pool">
        {stops([
          [shade.accent400, 0, 0.34],
          [shade.accent500, 0.5, 0.12],
          [shade.accent500, 1, 0],
        ])}
      </radialGradient>
      {children}
    </svg>
  )
}
